package explain

import (
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// commands are the command lines of all actions. {name} stands for the value of
// a parameter; the user fills in what is in capitals. What is in brackets is left
// out if its parameter has no value.
var commands = map[string]string{
	"bureau.init":           "init",
	"bureau.verify":         "verify",
	"bureau.export":         "export FILE",
	"bureau.mend":           "doctor --mend",
	"bureau.rebuild":        "rebuild",
	"log.show":              "log[ {ref}]",
	"regulation.show":       "regulations show {regulation}",
	"player.add":            "player add",
	"player.show":           "player show {id}",
	"player.forget-list":    "player set {id} fide_list=",
	"player.duplicates":     "player duplicates",
	"player.stated":         "player stated",
	"player.merge":          "player merge {id} {into}",
	"player.unmerge":        "player unmerge {id}",
	"player.distinct":       "player distinct {id} {other}",
	"settings.set":          "set contact=ADDRESS --reason TEXT",
	"club.add":              "club add name={name}",
	"club.list":             "club list",
	"club.proposed":         "club proposed",
	"member.list":           "member list",
	"announcement.list":     "announce list",
	"announcement.dispense": "announce dispense {ref} --reason TEXT",
	"announcement.withdraw": "announce withdraw {ref} --reason TEXT",
	"report.check":          "report check {ref}",
	"report.list":           "report list",
	"report.list-admitted":  "report list --state admitted",
	"report.show":           "report show {ref}",
	"report.submit":         "report submit --ref {ref}",
	"report.state":          "report state {ref}[ --event {event}][ --venue {venue}][ --time {time}][ --responsible {responsible}]",
	"report.state-days":     "report state {ref} --start YYYY-MM-DD --end YYYY-MM-DD",
	"report.state-club":     "report state {ref} --organizer CLUB",
	"report.state-person":   "report state {ref} --responsible NAME",
	"report.state-qualify":  "report state {ref} --qualified NAME",
	"report.state-reporter": "report state {ref} --from NAME",
	"report.state-type":     "report state {ref} --type TYPE",
	"report.correct":        "report correct {ref}",
	"report.admit":          "report admit {ref} --reason TEXT",
	"report.answer":         "report answer {ref} {question}=count|exclude[ --section {section}] --reason TEXT",
	"report.answer-late":    "report answer {ref} late=count|exclude[ --section {section}] --reason TEXT",
	"club.import":           "club import FILE",
	"member.import":         "member import FILE",
	"report.floor":          "report floor {ref} FLOOR[ --section {section}] --reason TEXT",
	"report.match":          "report match {ref}[ --section {section}][ --start {start}]",
	"report.assign":         "report assign {ref} CLUB --reason TEXT",
	"report.set-aside":      "report set-aside {ref} FILE --reason TEXT",
	"report.withhold":       "report withhold {ref}",
	"report.return":         "report return {ref}",
	"fide.list":             "fide list",
	"fide.sent":             "fide sent {ref}",
	"fide.include":          "fide include {ref} --section NAME --reason TEXT",
	"precedent.list":        "precedent list",
	"fee.show":              "fee show {ref}",
	"period.list":           "period list",
	"period.close":          "period close {label}",
	"period.review":         "period review {label}",
	"period.publish-early":  "period publish {label} --reason TEXT",
	"period.tick":           "period tick {label} {check} --reason TEXT",
	"period.publish":        "period publish {label}",
	"list.index":            "list --index",
	"event.show":            "event {ref}",
	"inquiry.list":          "inquiry list",
	"inquiry.add":           "inquiry add",
	"correction.list":       "corrections",
	"correction.propose":    "correct",
	"correction.late":       "correct late {ref} --label {label}",
	"correction.report":     "correct report {ref}",
	"correction.withdraw":   "correct withdraw {ref}",
	"correction.result":     "correct result {ref}",
	"correction.count":      "correct count {ref}",
	"correction.omit":       "correct omit {ref}",
	"correction.player":     "correct player {ref}",
	"correction.rating":     "correct rating --player {id} --rating RATING",
	"correction.exchange":   "correct player {ref} --exchange",
	"correction.reject":     "correction reject {correction} --reason TEXT",
	"correction.undo":       "correction undo {correction} --reason TEXT",
	"key.make":              "proof init",
	"key.replace":           "proof init --reason WORDS",
	"key.renew":             "proof renew --reason WORDS",
	"checkpoint.sign":       "proof checkpoint",
	"leaf.list":             "proof leaves",
}

var (
	parameter = regexp.MustCompile(`\{(\w+)\}`)
	optional  = regexp.MustCompile(`\[([^]]*\{(\w+)\})\]`)
)

// Command returns the command line for an action. A parameter without a value
// is in capitals.
func Command(a finding.Action) string {
	line := optional.ReplaceAllStringFunc(commands[a.ID], func(part string) string {
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

// plainWord matches texts that no shell interprets.
var plainWord = regexp.MustCompile(`^[\pL\pN_./:,@%+-]+$`)

// word quotes a text for a shell, if necessary.
func word(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
