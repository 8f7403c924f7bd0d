// Package mail writes letters: to clubs, players, officers and followers, in their language. Each follows from an entry of
// the log; what it says is read when it is sent or shown, so that nothing of anybody is kept for it. Who sends it is no
// business of this package.
package mail

import (
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// to is whom something is told.
type to uint8

const (
	nobody    to = iota
	asker        // whoever asked
	club         // that has to answer, or whose the event is
	holder       // of the account
	officers     // but whoever did it
	players      // whose numbers have changed, and whoever follows them
	witnesses    // who know which result a game had of which another one is asked for: who played it, and the club that reported it
)

// moved says which letter a club gets when a report of its moves; "*" is any other state. Without a kind it gets none, for
// the reason that is said.
var moved = []struct {
	from, to  lists.State
	kind, why string
}{
	{"", check.Received, "", "it is looked at when it comes"},
	{"", check.Waiting, "received", ""},
	{"", check.Admitted, "received", ""},
	{"", check.Withheld, "received", ""},
	{"", check.Returned, "", "no report is sent back when it comes"},
	{"", check.Closed, "", "no report is closed when it comes"},
	{"", check.Rated, "", "no report is in a list when it comes"},
	{"*", check.Received, "", "it was received before, and looked at"},
	{"*", check.Waiting, "question", ""},
	{check.Rated, check.Admitted, "", "what leaves a list is held back first"},
	{"*", check.Admitted, "admitted", ""},
	{check.Rated, check.Withheld, "taken-out", ""},
	{"*", check.Withheld, "withheld", ""},
	{"*", check.Returned, "returned", ""},
	{"*", check.Closed, "closed", ""},
	{"*", check.Rated, "rated", ""},
}

// ofMove returns which letter follows from a move, and why if none does.
func ofMove(from, into string) (kind, why string) {
	for _, m := range moved {
		if string(m.to) == into && (string(m.from) == from || m.from == "*" && from != "") {
			return m.kind, m.why
		}
	}
	return "", "no such move"
}

// Why nobody is told of an act beside those whom its moves are told.
const (
	byMoves  = "what becomes of the report is told"
	onPage   = "whoever does it reads on the page what follows"
	ofOffice = "it changes nothing for anybody outside of the office"
	atDesk   = "it waits for an officer, whose digest tells of it"
	byLink   = "its link is in no log: the page that makes it asks for the letter"
	publicly = "it is public where it holds, and a letter would name people"
	answered = "an officer writes to whoever has asked for it"
)

// told says which letter follows from an act, beside those of its moves.
var told = []struct {
	act  string
	to   to
	kind string
	why  string
}{
	{"announce.add", nobody, "", onPage},
	{"announce.set", nobody, "", onPage},
	{"announce.dispense", club, "dispensed", ""},
	{"announce.withdraw", nobody, "", onPage},
	{"period.close", nobody, "", ofOffice},
	{"period.reopen", nobody, "", ofOffice},
	{"period.tick", nobody, "", ofOffice},
	{"period.plan", nobody, "", ofOffice},
	{"period.stop", nobody, "", ofOffice},
	{"period.publish", players, "numbers", ""},
	{"fee.paid", nobody, "", byMoves},
	{"fee.overdue", nobody, "", byMoves},
	{"fide.sent", nobody, "", ofOffice},
	{"fide.receipt", nobody, "", ofOffice},
	{"fide.exclude", nobody, "", ofOffice},
	{"fide.include", nobody, "", ofOffice},
	{"report.submit", nobody, "", byMoves},
	{"report.state", nobody, "", byMoves},
	{"report.notice", nobody, "", byMoves},
	{"report.match", nobody, "", byMoves},
	{"report.check", nobody, "", byMoves},
	{"report.correct", nobody, "", byMoves},
	{"report.floor", nobody, "", byMoves},
	{"report.answer", nobody, "", byMoves},
	{"report.ask", club, "asked", ""},
	{"report.assign", nobody, "", byMoves},
	{"report.set-aside", nobody, "", byMoves},
	{"report.admit", nobody, "", byMoves},
	{"report.withhold", nobody, "", byMoves},
	{"report.return", nobody, "", byMoves},
	{"report.close", nobody, "", byMoves},
	{"precedent.add", nobody, "", ofOffice},
	{"player.add", nobody, "", ofOffice},
	{"player.set", nobody, "", publicly},
	{"player.consent", nobody, "", onPage},
	{"player.remove", nobody, "", ofOffice},
	{"player.import", nobody, "", ofOffice},
	{"player.fide", nobody, "", ofOffice},
	{"player.first", nobody, "", publicly},
	{"player.stated", nobody, "", ofOffice},
	{"player.distinct", nobody, "", ofOffice},
	{"player.merge", nobody, "", publicly},
	{"player.unmerge", nobody, "", publicly},
	{"club.add", nobody, "", ofOffice},
	{"club.set", nobody, "", publicly},
	{"club.reporters", nobody, "", onPage},
	{"club.contact", nobody, "", byLink},
	{"club.remove", nobody, "", ofOffice},
	{"club.import", nobody, "", ofOffice},
	{"member.add", nobody, "", ofOffice},
	{"member.remove", nobody, "", ofOffice},
	{"member.import", nobody, "", ofOffice},
	{"person.anonymise", nobody, "", answered},
	{"person.erase", nobody, "", answered},
	{"inquiry.add", nobody, "", atDesk},
	{"inquiry.close", asker, "answered", ""},
	{"inquiry.withdraw", nobody, "", onPage},
	{"inquiry.grant", asker, "granted", ""},
	{"inquiry.reply", witnesses, "disputed", ""},
	{"ask.renewal", nobody, "", atDesk},
	{"ask.dispensation", nobody, "", atDesk},
	{"ask.result", witnesses, "disputed", ""},
	{"ask.count", nobody, "", atDesk},
	{"ask.omission", nobody, "", atDesk},
	{"ask.player", nobody, "", atDesk},
	{"ask.withdrawal", nobody, "", atDesk},
	{"ask.late", nobody, "", atDesk},
	{"ask.anonymisation", nobody, "", atDesk},
	{"ask.erasure", nobody, "", atDesk},
	{"correct.result", nobody, "", ofOffice},
	{"correct.count", nobody, "", ofOffice},
	{"correct.omit", nobody, "", ofOffice},
	{"correct.player", nobody, "", ofOffice},
	{"correct.withdraw", nobody, "", ofOffice},
	{"correct.late", nobody, "", ofOffice},
	{"correct.report", nobody, "", ofOffice},
	{"correct.rating", nobody, "", ofOffice},
	{"correction.accept", club, "corrected", ""},
	{"correction.accept", players, "numbers", ""},
	{"correction.reject", nobody, "", ofOffice},
	{"correction.undo", nobody, "", ofOffice},
	{"account.invite", nobody, "", byLink},
	{"account.roles", holder, "access", ""},
	{"account.disable", holder, "access", ""},
	{"account.reset", nobody, "", byLink},
	{"account.key", holder, "access", ""},
	{"account.key-revoke", holder, "access", ""},
	{"set", nobody, "", publicly},
	{"doctor", nobody, "", ofOffice},
	{"rebuild", nobody, "", ofOffice},
}

// The kinds of letters that follow from what the clock notices: to the club of an announced event, and to accounts.
const (
	ReportMissing = "report-missing" // it is over, and no report has come
	ReportDue     = "report-due"     // the deadline is near
	Alarm         = "alarm"
)

// raised says which accounts an alarm is told when it begins. Without a role it is told nobody, for the reason that is said.
var raised = []struct {
	alarm string
	to    bureau.Role
	why   string
}{
	{"plan-stale", bureau.Officer, ""},
	{"routine-failed", bureau.Officer | bureau.Administrator, ""},
	{"backup-old", bureau.Administrator, ""},
	{"trial-faulty", bureau.Administrator, ""},
	{"verify-faulty", bureau.Officer | bureau.Administrator, ""},
	{"disk-short", bureau.Administrator, ""},
	{"certificate-ends", bureau.Administrator, ""},
	{"turn-ahead", bureau.Administrator, ""},
	{"letter-waits", bureau.Administrator, ""},
	{"mailbox-silent", bureau.Administrator, ""},
	{"report-waits", 0, atDesk},
}

// Raised returns which accounts an alarm is told, or why it is told none.
func Raised(alarm string) (to bureau.Role, why string) {
	for _, a := range raised {
		if a.alarm == alarm {
			return a.to, a.why
		}
	}
	return 0, ""
}

// wantedSuffix ends the words of the log for what waits for a second officer.
const wantedSuffix = ".want"

// Kinds are the kinds of letters that follow from the log and from what the clock notices, in the order of their pages, and whether a receiver can do without.
var Kinds = []struct {
	Name string
	Ends bool // by a link in it
}{
	{"received", true}, {"question", false}, {"unpaid", false}, {"withheld", true}, {"returned", false}, {"closed", false}, {"admitted", true}, {"rated", true},
	{"taken-out", false}, {"asked", false}, {"dispensed", false}, {"corrected", true}, {"answered", false}, {"granted", false}, {"disputed", true}, {"numbers", true}, {"access", false},
	{"second", true}, {"digest", true}, {"followed", true}, {ReportMissing, true}, {ReportDue, true}, {Alarm, true},
}

// Ends reports whether a receiver can do without letters of a kind.
func Ends(kind string) bool {
	for _, k := range Kinds {
		if k.Name == kind {
			return k.Ends
		}
	}
	return false
}

// cut returns what a receiver is, and which.
func cut(receiver string) (what, id string) {
	what, id, _ = strings.Cut(receiver, " ")
	return what + " ", id
}
