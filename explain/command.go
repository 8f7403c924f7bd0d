package explain

import (
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// commands are the command lines of actions that are more than their words and parameters. {name} stands for
// the value of a parameter; the user fills in what is in capitals. What is in brackets is left out if its
// parameter has no value.
var commands = map[string]string{
	"export":                  "export FILE",
	"doctor":                  "doctor --mend",
	"log":                     "log[ {ref}]",
	"player.set-list":         "player set {id} fide_list=",
	"set":                     "set contact=ADDRESS --reason TEXT",
	"club.add":                "club add name={name}",
	"account.roles":           "account roles {account} --role organiser --club CLUB --reason TEXT",
	"announce.dispense":       "announce dispense {ref} --reason TEXT",
	"announce.withdraw":       "announce withdraw {ref} --reason TEXT",
	"report.list-admitted":    "report list --state admitted",
	"report.submit":           "report submit --ref {ref}",
	"report.state":            "report state {ref}[ --event {event}][ --venue {venue}][ --time {time}][ --responsible {responsible}]",
	"report.state-days":       "report state {ref} --start YYYY-MM-DD --end YYYY-MM-DD",
	"report.state-club":       "report state {ref} --organizer CLUB",
	"report.state-person":     "report state {ref} --responsible NAME",
	"report.state-qualify":    "report state {ref} --qualified NAME",
	"report.state-reporter":   "report state {ref} --from NAME",
	"report.state-type":       "report state {ref} --type TYPE",
	"report.admit":            "report admit {ref} --reason TEXT",
	"report.answer":           "report answer {ref} {question}=count|exclude[ --section {section}] --reason TEXT",
	"report.answer-late":      "report answer {ref} late=count|exclude[ --section {section}] --reason TEXT",
	"club.import":             "club import FILE",
	"member.import":           "member import FILE",
	"report.floor":            "report floor {ref} FLOOR[ --section {section}] --reason TEXT",
	"report.match":            "report match {ref}[ --section {section}][ --start {start}]",
	"report.assign":           "report assign {ref} CLUB --reason TEXT",
	"report.set-aside":        "report set-aside {ref} FILE --reason TEXT",
	"fide.include":            "fide include {ref} --section NAME --reason TEXT",
	"period.publish-early":    "period publish {label} --reason TEXT",
	"schedule.run-backup":     "schedule run backup",
	"schedule.run-try":        "schedule run try",
	"period.stop":             "period stop {label} --reason TEXT",
	"period.tick":             "period tick {label} {check} --reason TEXT",
	"list-index":              "list --index",
	"correct.late":            "correct late {ref} --label {label}",
	"correct.rating":          "correct rating --player {id} --rating RATING",
	"correct.player-exchange": "correct player {ref} --exchange",
	"correction.reject":       "correction reject {correction} --reason TEXT",
	"correction.undo":         "correction undo {correction} --reason TEXT",
	"proof.init-anew":         "proof init --reason WORDS",
	"proof.renew":             "proof renew --reason WORDS",
}

var (
	parameter = regexp.MustCompile(`\{(\w+)\}`)
	optional  = regexp.MustCompile(`\[([^]]*\{(\w+)\})\]`)
)

// lineOf returns the command line of an action with its parameters.
func lineOf(id string) string {
	if line := commands[id]; line != "" {
		return line
	}
	line := strings.ReplaceAll(id, ".", " ")
	for _, name := range finding.Actions[id] {
		line += " {" + name + "}"
	}
	return line
}

// Command returns the command line for an action. A parameter without a value
// is in capitals.
func Command(a finding.Action) string {
	line := optional.ReplaceAllStringFunc(lineOf(a.ID), func(part string) string {
		if m := optional.FindStringSubmatch(part); a.Value(m[2]) != "" {
			return m[1]
		}
		return ""
	})
	return "arpad " + parameter.ReplaceAllStringFunc(line, func(name string) string {
		name = strings.Trim(name, "{}")
		if text := a.Value(name); text != "" {
			return word(text)
		}
		return strings.ToUpper(name)
	})
}

// CommandLine returns the command line of some words.
func CommandLine(words []string) string {
	line := "arpad"
	for _, text := range words {
		line += " " + word(text)
	}
	return line
}

// plainWord matches texts that no shell interprets.
var plainWord = regexp.MustCompile(`^[\pL\pN_./:,@%+-]+$`)

// word quotes a text for a shell, if necessary.
func word(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
