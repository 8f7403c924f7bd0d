package desk

import (
	"cmp"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Kind is what the log can say that was done: how that is done otherwise, and how it is taken back.
type Kind struct {
	Actions []string // as the log calls it
	Command string   // that does it; empty: it is not decided
	Again   string   // what the command with another value does; empty: it takes the place of the first
	Undo    string   // the command that takes it back, or in brackets why there is none; empty: the same with --undo
	Correct string   // the action that proposes a correction of what a list was made of; empty: see After
	After   string   // what else holds once the list is out
}

// Kinds returns all kinds.
func Kinds() []Kind {
	const held = "of what the list holds back: kept, and part of `correct report`"
	return []Kind{
		{Actions: []string{"report.answer"}, Command: "report answer", Correct: "correction.omit", After: held},
		{Actions: []string{"report.match"}, Command: "report match", Correct: "correction.player", After: held},
		{Actions: []string{"report.adjust"}, Command: "report correct", Correct: "correction.result"},
		{Actions: []string{"report.floor"}, Command: "report floor", Correct: "correction.withdraw"},
		{Actions: []string{"report.set-aside"}, Command: "report set-aside", Correct: intake.AnyCorrection, After: "of a file that came later: kept, and part of `correct report`"},
		{Actions: []string{"report.admitted"}, Command: "report admit", Correct: "correction.withdraw"},
		{Actions: []string{"report.withheld"}, Command: "report withhold", After: "the report is in no list"},
		{Actions: []string{"report.returned"}, Command: "report return", After: "the report is in no list"},
		{Actions: []string{"report.closed"}, Command: "report close", After: "the report is in no list"},
		{Actions: []string{"report.state"}, Command: "report state", Undo: "(a sender states it, who states it otherwise)", After: "kept, and part of `correct report`"},
		{Actions: []string{"report.submit"}, Command: "report submit", Again: "adds a file, or replaces one with `--replaces`", Undo: "report set-aside", After: "kept, and part of `correct report`"},
		{Actions: []string{"report.notice"}, Command: "report notice", Again: "is refused: the event has a report", Undo: "report close", After: "the report is in no list"},
		{Actions: []string{"fee.paid"}, Command: "fee paid", Again: "adds up: a fee may be paid in parts", After: "as before: money is no number of a list; what should not have counted unpaid is withdrawn"},
		{Actions: []string{"event.announce"}, Command: "announce add", Undo: "announce withdraw", After: "it is a note"},
		{Actions: []string{"event.dispense"}, Command: "announce dispense", Correct: "correction.withdraw"},
		{Actions: []string{"event.withdraw"}, Command: "announce withdraw", After: "it is a note"},
		{Actions: []string{"period.tick"}, Command: "period tick", After: "the review is over"},
		{Actions: []string{"period.close"}, Command: "period close", Again: "makes another draft", Undo: "period reopen", After: "refused"},
		{Actions: []string{"period.reopen"}, Command: "period reopen", Again: "is refused", Undo: "period close", After: "refused"},
		{Actions: []string{"list.publish"}, Command: "period publish", Again: "is refused", Undo: "(a published list never changes)", Correct: intake.AnyCorrection},
		{Actions: []string{"player.first"}, Command: "player first", Correct: "correction.rating"},
		{Actions: []string{"player.register", "player.import"}, Command: "player add", Again: "adds another; `player set` changes one", Undo: "player remove", After: "refused as long as a list has them"},
		{Actions: []string{"player.amend", "player.accept"}, Command: "player set", Undo: "player set", After: "for later lists"},
		{Actions: []string{"player.remove"}, Command: "player remove", Again: "is refused", Undo: "(nothing is left of the entry)", After: "nothing refers to it"},
		{Actions: []string{"player.distinct"}, Command: "player distinct", After: "as before"},
		{Actions: []string{"player.merge"}, Command: "player merge", Again: "is refused", Undo: "player unmerge", After: "reports rated in the meantime are corrected: `correct player`"},
		{Actions: []string{"player.unmerge"}, Command: "player unmerge", Again: "is refused", Undo: "player merge", After: "as for `player merge`"},
		{Actions: []string{"player.fide"}, Command: "player fide", Again: "an older list changes nothing", Undo: "player set", After: "for later lists"},
		{Actions: []string{"club.register", "club.import"}, Command: "club add", Again: "adds another; `club set` changes one", Undo: "club remove", After: "refused as long as a report names it"},
		{Actions: []string{"settings.amend"}, Command: "set", Undo: "set", After: "as before"},
		{Actions: []string{"club.amend", "club.columns"}, Command: "club set", Undo: "club set", After: "for later lists"},
		{Actions: []string{"club.remove"}, Command: "club remove", Again: "is refused", Undo: "club add", After: "nothing refers to it"},
		{Actions: []string{"member.add", "member.import"}, Command: "member add", Again: "adds another, or makes it longer", Undo: "member remove", After: "for later lists"},
		{Actions: []string{"member.remove"}, Command: "member remove", Again: "removes another", Undo: "member add", After: "for later lists"},
		{Actions: []string{"precedent.add"}, Command: "precedent add", Again: "adds another", Undo: "(it is cited by its number; a later one says otherwise)", After: "as before"},
		{Actions: []string{"fide.sent"}, Command: "fide sent", Undo: "(FIDE has it)", After: "as before"},
		{Actions: []string{"fide.receipt"}, Command: "fide receipt", Undo: "(FIDE has it)", After: "as before"},
		{Actions: []string{"fide.exclude"}, Command: "fide exclude", Again: "is refused", Undo: "fide include", After: "as before"},
		{Actions: []string{"fide.include"}, Command: "fide include", Again: "is refused", Undo: "fide exclude", After: "as before"},
		{Actions: []string{"inquiry.add"}, Command: "inquiry add", Again: "adds another", Undo: "inquiry close", After: "as before"},
		{Actions: []string{"inquiry.close"}, Command: "inquiry close", Again: "is refused", Undo: "inquiry add", After: "as before"},
		{Actions: []string{"correction.propose"}, Command: "correct report", Again: "proposes another", Undo: "correction reject", After: "as before"},
		{Actions: []string{"correction.accept"}, Command: "correction accept", Again: "is refused", Undo: "correction undo", After: "the list is made again"},
		{Actions: []string{"correction.reject"}, Command: "correction reject", Again: "is refused", Undo: "correct report", After: "as before"},
		{Actions: []string{"person.anonymise", "person.erase"}, Command: "person erase", Again: "does nothing", Undo: "(what was erased is gone)", After: "as before"},
		{Actions: []string{"report.undo", "report.unmatch", "event.undo", "period.undo", "player.undo"}, Undo: "(the command is given again)"},
		{
			Actions: []string{
				"init", "report.check", "report.unreadable", "report.evidence-deleted", "fee.overdue", "proof.key", "leaf.day", "leaf.behind", "doctor.mend", "rows.rebuild",
			},
			Undo: "(it decides nothing)",
		},
	}
}

// CorrectedBy returns the action that proposes what corrects a decision in a list, by how the log
// calls the decision.
func CorrectedBy(action string) (correct string) {
	for _, k := range Kinds() {
		for _, is := range k.Actions {
			if is == action {
				correct = k.Correct
			}
		}
	}
	return cmp.Or(correct, intake.AnyCorrection)
}

// answerCorrectedBy returns the action that proposes what corrects an answer in a list.
func answerCorrectedBy(reply *check.Reply) string {
	switch {
	case check.HeldBy(reply.What, reply.Section != "") != check.HoldsGames:
		return "correction.withdraw"
	case reply.Count:
		return "correction.omit"
	}
	return "correction.count"
}
