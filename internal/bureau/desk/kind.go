package desk

import (
	"cmp"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Kind is what the log can say that was done: how that is done otherwise, and how it is taken back.
type Kind struct {
	Acts    []string // the first is the command
	Again   string   // what the command with another value does; empty: it takes the place of the first
	Undo    string   // the command that takes it back, or in brackets why there is none; empty: the same with --undo
	Correct string   // the action that proposes a correction of what a list was made of; empty: see After
	After   string   // what else holds once the list is out
}

// Command returns the command that does it; empty: it is not decided.
func (k *Kind) Command() string {
	if k.Correct == "" && k.After == "" {
		return ""
	}
	return strings.ReplaceAll(k.Acts[0], ".", " ")
}

// Kinds returns all kinds.
func Kinds() []Kind {
	const held = "of what the list holds back: kept, and part of `correct report`"
	return []Kind{
		{Acts: []string{"report.answer"}, Correct: "correct.omit", After: held},
		{Acts: []string{"report.match"}, Correct: "correct.player", After: held},
		{Acts: []string{"report.correct"}, Correct: "correct.result"},
		{Acts: []string{"report.floor"}, Correct: "correct.withdraw"},
		{Acts: []string{"report.set-aside"}, Correct: intake.AnyCorrection, After: "of a file that came later: kept, and part of `correct report`"},
		{Acts: []string{"report.assign"}, Undo: "report assign", After: "as before: its list stays"},
		{Acts: []string{"report.admit"}, Correct: "correct.withdraw"},
		{Acts: []string{"report.withhold"}, After: "the report is in no list"},
		{Acts: []string{"report.return"}, After: "the report is in no list"},
		{Acts: []string{"report.close"}, After: "the report is in no list"},
		{Acts: []string{"report.state"}, Undo: "(a sender states it, who states it otherwise)", After: "kept, and part of `correct report`"},
		{Acts: []string{"report.submit"}, Again: "adds a file, or replaces one with `--replaces`", Undo: "report set-aside", After: "kept, and part of `correct report`"},
		{Acts: []string{"report.notice"}, Again: "is refused: the event has a report", Undo: "report close", After: "the report is in no list"},
		{Acts: []string{"fee.paid"}, Again: "adds up: a fee may be paid in parts", After: "as before: money is no number of a list; what should not have counted unpaid is withdrawn"},
		{Acts: []string{"announce.add"}, Undo: "announce withdraw", After: "it is a note"},
		{Acts: []string{"announce.set"}, Undo: "announce set", After: "it is a note"},
		{Acts: []string{"announce.dispense"}, Correct: "correct.withdraw"},
		{Acts: []string{"announce.withdraw"}, After: "it is a note"},
		{Acts: []string{"period.tick"}, After: "the review is over"},
		{Acts: []string{"period.close"}, Again: "makes another draft", Undo: "period reopen", After: "refused"},
		{Acts: []string{"period.reopen"}, Again: "is refused", Undo: "period close", After: "refused"},
		{Acts: []string{"period.plan"}, Again: "replaces it", Undo: "period stop", After: "refused"},
		{Acts: []string{"period.stop"}, Again: "is refused", Undo: "period plan", After: "refused"},
		{Acts: []string{"period.publish"}, Again: "is refused", Undo: "(a published list never changes)", Correct: intake.AnyCorrection},
		{Acts: []string{"player.first"}, Correct: "correct.rating"},
		{Acts: []string{"player.add", "player.import"}, Again: "adds another; `player set` changes one", Undo: "player remove", After: "refused as long as a list has them"},
		{Acts: []string{"player.set", "player.consent", "player.stated"}, Undo: "player set", After: "for later lists"},
		{Acts: []string{"player.remove"}, Again: "is refused", Undo: "(nothing is left of the entry)", After: "nothing refers to it"},
		{Acts: []string{"player.distinct"}, After: "as before"},
		{Acts: []string{"player.merge"}, Again: "is refused", Undo: "player unmerge", After: "reports rated in the meantime are corrected: `correct player`"},
		{Acts: []string{"player.unmerge"}, Again: "is refused", Undo: "player merge", After: "as for `player merge`"},
		{Acts: []string{"player.fide"}, Again: "an older list changes nothing", Undo: "player set", After: "for later lists"},
		{Acts: []string{"club.add", "club.import"}, Again: "adds another; `club set` changes one", Undo: "club remove", After: "refused as long as a report names it"},
		{Acts: []string{"set"}, Undo: "set", After: "as before"},
		{Acts: []string{"club.set", "club.reporters"}, Undo: "club set", After: "for later lists"},
		{Acts: []string{"club.contact"}, Undo: "club contact", After: "lists rest on no contact"},
		{Acts: []string{"account.invite", "account.roles", "account.reset"}, Again: "the last one holds", Undo: "account disable", After: "lists rest on no account"},
		{Acts: []string{"account.disable"}, After: "lists rest on no account"},
		{Acts: []string{"account.key"}, Again: "makes another", Undo: "account key-revoke", After: "lists rest on no account"},
		{Acts: []string{"account.key-revoke"}, Again: "is refused", Undo: "account key", After: "lists rest on no account"},
		{Acts: []string{"club.remove"}, Again: "is refused", Undo: "club add", After: "nothing refers to it"},
		{Acts: []string{"member.add", "member.import"}, Again: "adds another, or makes it longer", Undo: "member remove", After: "for later lists"},
		{Acts: []string{"member.remove"}, Again: "removes another", Undo: "member add", After: "for later lists"},
		{Acts: []string{"precedent.add"}, Again: "adds another", Undo: "(it is cited by its number; a later one says otherwise)", After: "as before"},
		{Acts: []string{"fide.sent"}, Undo: "(FIDE has it)", After: "as before"},
		{Acts: []string{"fide.receipt"}, Undo: "(FIDE has it)", After: "as before"},
		{Acts: []string{"fide.exclude"}, Again: "is refused", Undo: "fide include", After: "as before"},
		{Acts: []string{"fide.include"}, Again: "is refused", Undo: "fide exclude", After: "as before"},
		{Acts: []string{"inquiry.add"}, Again: "adds another", Undo: "inquiry withdraw", After: "as before"},
		{Acts: []string{"ask.renewal", "ask.dispensation", "ask.result", "ask.count", "ask.omission", "ask.player", "ask.withdrawal", "ask.late", "ask.anonymisation", "ask.erasure", "report.ask"}, Again: "asks again", Undo: "inquiry withdraw", After: "as before"},
		{Acts: []string{"inquiry.grant"}, Again: "is refused", Undo: "(what takes back the act that it asked for does)", After: "as that act"},
		{Acts: []string{"inquiry.reply"}, Again: "is refused", Undo: "(it was said; whoever said it says otherwise in a new inquiry)", After: "as before"},
		{Acts: []string{"inquiry.withdraw"}, Again: "is refused", Undo: "(who asked asks again)", After: "as before"},
		{Acts: []string{"inquiry.close"}, Again: "is refused", Undo: "inquiry add", After: "as before"},
		{Acts: []string{"correct.report", "correct.result", "correct.count", "correct.omit", "correct.player", "correct.withdraw", "correct.late", "correct.rating", "correction.undo"}, Again: "proposes another", Undo: "correction reject", After: "as before"},
		{Acts: []string{"correction.accept"}, Again: "is refused", Undo: "correction undo", After: "the list is made again"},
		{Acts: []string{"correction.reject"}, Again: "is refused", Undo: "correct report", After: "as before"},
		{Acts: []string{"person.erase", "person.anonymise"}, Again: "does nothing", Undo: "(what was erased is gone)", After: "as before"},
		{
			Acts: []string{
				"init", "report.check", "report.evidence-deleted", "fee.overdue", "proof.init", "leaf.day", "leaf.behind", "doctor", "rebuild",
			},
			Undo: "(it decides nothing)",
		},
	}
}

// CorrectedBy returns the action that proposes what corrects a decision in a list, by how the log
// calls the decision.
func CorrectedBy(action string) (correct string) {
	for _, k := range Kinds() {
		for _, is := range k.Acts {
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
		return "correct.withdraw"
	case reply.Count:
		return "correct.omit"
	}
	return "correct.count"
}
