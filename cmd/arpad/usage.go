package main

import (
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/store"
)

// misuse is an error message about the arguments, from the library or from one
// of our flag types, and the key of our text. The names in brackets are values
// of the text.
type misuse struct{ complaint, text string }

var complaints = []misuse{
	{`unknown flag (?P<flag>\S+?)(?:, did you mean (?:one of )?(?P<similar>.+)\?)?`, "usage.unknown-flag"},
	{`unexpected (?:flag )?argument (?P<value>.*?)(?:, did you mean (?:one of )?(?P<similar>.+)\?)?`, "usage.unexpected"},
	{`expected one of (?P<words>.+)`, "usage.choose"},
	{`(?:missing flags: |missing positional arguments |expected )(?P<words>[^:]+)`, "usage.missing"},
	{`(?P<flag>.+?):? must be one of (?P<words>.+) but got "(?P<value>.*)"`, "usage.choice"},
	{`(?P<flag>.+?): "(?P<value>.*)" is none of (?P<words>.+)`, "usage.choice"},
	{`(?P<flag>.+?): expected \w+ value but got .*`, "usage.no-value"},
	{`(?P<flag>.+?): expected a valid \d+ bit u?int but got "(?P<value>.*)"`, "usage.integer"},
	{`(?P<flag>.+?): "(?P<value>.*)" is not a number`, "usage.number"},
	{`(?P<flag>.+?): (?:date "(?P<value>.*)" is not of the form .*|the calendar has no day (?P<value>.*))`, "usage.date"},
	{`(?P<flag>.+?): parsing time "(?P<value>.*?)" as .*`, "usage.instant"},
	{`--clock: clock-range clock="(?P<clock>.*?)" first="(?P<first>.*?)" last="(?P<last>.*?)".*`, "problem.clock-range"},
	{`(?P<flag>.+?): expected "<key>=<value>" but got "(?P<value>.*)"`, "usage.pair"},
	{`(?P<flag>.+?) and (?P<other>.+) can't be used together`, "usage.together"},
	{`(?P<flag>.+?) and (?P<other>.+) must be used together`, "usage.both"},
	{`(?P<flag>.+?): netip.ParsePrefix\("(?P<value>.*)"\): .*`, "usage.network"},
	{`(?P<flag>.+?): bool value must be .*`, "usage.switch"},
	{`(?P<flag>.+?): "(?P<value>.*)" exists but is a directory`, "usage.folder"},
}

// usage returns the text for an error about the arguments. An unknown error is
// returned as it is.
func (a *app) usage(complained string) string {
	complained = finding.OneLine(complained)
	for _, m := range complaints {
		complaint := regexp.MustCompile(`^` + m.complaint + `$`)
		values := complaint.FindStringSubmatch(complained)
		if values == nil {
			continue
		}
		data := explain.Data{}
		for i, name := range complaint.SubexpNames() {
			if values[i] != "" {
				data[name] = values[i]
			}
		}
		data["value"] = store.Guarded(data["value"])
		data["words"] = strings.Join(unquoted(data["words"]), ", ")
		data["similar"] = strings.Join(unquoted(data["similar"]), ", ")
		for _, word := range []string{"help", "version"} { // no commands, but answered
			if m.text == "usage.unexpected" && identity.OneEdit(values[1], word) {
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
