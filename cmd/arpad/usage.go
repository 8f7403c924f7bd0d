package main

import (
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/internal/store"
)

// misuse is an error message about the arguments, from the library or from one
// of our flag types, and the key of our text. The names in brackets are values
// of the text.
type misuse struct {
	complaint *regexp.Regexp
	text      string
}

func complaint(pattern, text string) misuse {
	return misuse{regexp.MustCompile(`^` + pattern + `$`), text}
}

var complaints = []misuse{
	complaint(`unknown flag (?P<flag>\S+?)(?:, did you mean (?:one of )?(?P<similar>.+)\?)?`, "usage.unknown-flag"),
	complaint(`unexpected (?:flag )?argument (?P<value>.*?)(?:, did you mean (?:one of )?(?P<similar>.+)\?)?`, "usage.unexpected"),
	complaint(`expected one of (?P<words>.+)`, "usage.choose"),
	complaint(`(?:missing flags: |missing positional arguments |expected )(?P<words>[^:]+)`, "usage.missing"),
	complaint(`(?P<flag>.+?):? must be one of (?P<words>.+) but got "(?P<value>.*)"`, "usage.choice"),
	complaint(`(?P<flag>.+?): "(?P<value>.*)" is none of (?P<words>.+)`, "usage.choice"),
	complaint(`(?P<flag>.+?): expected \w+ value but got .*`, "usage.no-value"),
	complaint(`(?P<flag>.+?): expected a valid \d+ bit u?int but got "(?P<value>.*)"`, "usage.integer"),
	complaint(`(?P<flag>.+?): "(?P<value>.*)" is not a number`, "usage.number"),
	complaint(`(?P<flag>.+?): (?:date "(?P<value>.*)" is not of the form .*|the calendar has no day (?P<value>.*))`, "usage.date"),
	complaint(`(?P<flag>.+?): parsing time "(?P<value>.*?)" as .*`, "usage.instant"),
	complaint(`(?P<flag>.+?): expected "<key>=<value>" but got "(?P<value>.*)"`, "usage.pair"),
	complaint(`(?P<flag>.+?) and (?P<other>.+) can't be used together`, "usage.together"),
	complaint(`(?P<flag>.+?) and (?P<other>.+) must be used together`, "usage.both"),
	complaint(`(?P<flag>.+?): netip.ParsePrefix\("(?P<value>.*)"\): .*`, "usage.network"),
	complaint(`(?P<flag>.+?): bool value must be .*`, "usage.switch"),
	complaint(`(?P<flag>.+?): "(?P<value>.*)" exists but is a directory`, "usage.folder"),
}

// usage returns the text for an error about the arguments. An unknown error is
// returned as it is.
func (a *app) usage(complained string) string {
	complained = finding.OneLine(complained)
	for _, m := range complaints {
		values := m.complaint.FindStringSubmatch(complained)
		if values == nil {
			continue
		}
		data := explain.Data{}
		for i, name := range m.complaint.SubexpNames() {
			if values[i] != "" {
				data[name] = values[i]
			}
		}
		data["value"] = store.Guarded(data["value"])
		data["words"] = strings.Join(unquoted(data["words"]), ", ")
		data["similar"] = strings.Join(unquoted(data["similar"]), ", ")
		for _, word := range []string{"help", "version"} { // no commands, but answered
			if m.text == "usage.unexpected" && doubt.OneEdit(values[1], word) {
				data["similar"] = word
			}
		}
		if data["flag"] == "--clock" {
			data["flag"] = "ARPAD_CLOCK"
		}
		return a.Text(m.text, data)
	}
	return store.Guarded(complained)
}

// unquoted returns the words of a list, without quotation marks.
func unquoted(list string) []string {
	var all []string
	for _, word := range strings.Split(list, ",") {
		if word = strings.Trim(word, ` "`); word != "" {
			all = append(all, word)
		}
	}
	return all
}
