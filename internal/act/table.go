package act

import (
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Line is what is said of an act beside its fields.
type Line struct {
	bureau.Rule
	Zero Act
	Look bool // its page shows what it would do before it is done
}

const (
	nobody        = bureau.Role(0)
	player        = bureau.Player
	organiser     = bureau.Organiser
	officer       = bureau.Officer
	treasurer     = bureau.Treasurer
	administrator = bureau.Administrator

	reason, seen, factor, second = bureau.Reason, bureau.Seen, bureau.Factor, bureau.Another
)

// Table are all acts: the word of the log, which is the command, too; who may do it with everything; who
// with what is theirs; what is asked for; the struct; and whether its effect is shown first.
var Table = []Line{
	{rule("announce.add", officer, organiser, 0), &AnnounceEvent{}, true},
	{rule("announce.set", officer, organiser, seen), &SetEvent{}, true},
	{rule("announce.dispense", officer, nobody, reason|seen), &DispenseEvent{}, false},
	{rule("announce.withdraw", officer, organiser, reason|seen), &WithdrawEvent{}, false},
	{rule("period.close", officer, nobody, seen), &ClosePeriod{}, true},
	{rule("period.reopen", officer, nobody, reason|seen), &ReopenPeriod{}, false},
	{rule("period.tick", officer, nobody, reason|seen), &TickCheck{}, false},
	{rule("period.plan", officer, nobody, seen|factor|second), &PlanPeriod{}, true},
	{rule("period.stop", officer, nobody, reason|seen), &StopPeriod{}, false},
	{rule("period.publish", officer, nobody, seen|factor|second), &PublishPeriod{}, true},
	{rule("fee.paid", officer|treasurer, nobody, seen), &PayFee{}, false},
	{rule("fee.overdue", officer, nobody, 0), &WithholdOverdue{}, true},
	{rule("fide.sent", officer, nobody, seen), &SendToFIDE{}, false},
	{rule("fide.receipt", officer, nobody, seen), &ConfirmToFIDE{}, false},
	{rule("fide.exclude", officer, nobody, reason|seen), &ExcludeFromFIDE{}, false},
	{rule("fide.include", officer, nobody, reason|seen), &IncludeForFIDE{}, false},
	{rule("report.submit", officer, organiser, 0), &SubmitReport{}, true},
	{rule("report.state", officer, organiser, seen), &StateReport{}, true},
	{rule("report.notice", officer, organiser, 0), &NoticeReport{}, false},
	{rule("report.match", officer, nobody, seen), &MatchEntry{}, true},
	{rule("report.check", officer, nobody, seen), &CheckReport{}, false},
	{rule("report.correct", officer, nobody, reason|seen), &CorrectReport{}, false},
	{rule("report.floor", officer, nobody, reason|seen), &AssignFloor{}, false},
	{rule("report.answer", officer, nobody, reason|seen), &AnswerReport{}, false},
	{rule("report.ask", officer, nobody, seen), &AskClub{}, false},
	{rule("report.assign", officer, nobody, reason|seen), &AssignReport{}, false},
	{rule("report.set-aside", officer, nobody, reason|seen), &SetFileAside{}, true},
	{rule("report.admit", officer, nobody, reason|seen), &AdmitReport{}, false},
	{rule("report.withhold", officer, nobody, reason|seen), &WithholdReport{}, false},
	{rule("report.return", officer, nobody, reason|seen), &ReturnReport{}, false},
	{rule("report.close", officer, nobody, reason|seen), &CloseReport{}, false},
	{rule("precedent.add", officer, nobody, 0), &AddPrecedent{}, false},
	{rule("player.add", officer, nobody, 0), &AddPlayer{}, false},
	{rule("player.set", officer, nobody, seen), &SetPlayer{}, false},
	{rule("player.consent", officer, player, seen), &SetConsent{}, false},
	{rule("player.remove", officer, nobody, reason|seen), &RemovePlayer{}, false},
	{rule("player.import", officer, nobody, 0), &ImportPlayers{}, true},
	{rule("player.fide", officer, nobody, 0), &UpdateFIDE{}, true},
	{rule("player.first", officer, nobody, reason|seen), &GiveFirst{}, false},
	{rule("player.stated", officer, nobody, 0), &AcceptStated{}, true},
	{rule("player.distinct", officer, nobody, reason|seen), &DistinguishPlayers{}, false},
	{rule("player.merge", officer, nobody, reason|seen), &MergePlayers{}, true},
	{rule("player.unmerge", officer, nobody, reason|seen), &UnmergePlayers{}, true},
	{rule("club.add", officer, nobody, 0), &AddClub{}, false},
	{rule("club.set", officer, nobody, seen), &SetClub{}, false},
	{rule("club.reporters", officer, player, seen), &NameReporters{}, false},
	{rule("club.contact", officer, organiser, seen), &ContactClub{}, false},
	{rule("club.remove", officer, nobody, reason|seen), &RemoveClub{}, false},
	{rule("club.import", officer, nobody, 0), &ImportClubs{}, true},
	{rule("member.add", officer, nobody, seen), &AddMember{}, false},
	{rule("member.remove", officer, nobody, reason|seen), &RemoveMember{}, false},
	{rule("member.import", officer, nobody, 0), &ImportMembers{}, true},
	{rule("person.anonymise", officer, nobody, reason|seen|factor|second), &AnonymisePerson{}, true},
	{rule("person.erase", officer, nobody, reason|seen|factor|second), &ErasePerson{}, true},
	{rule("inquiry.add", officer|organiser|player, nobody, 0), &AddInquiry{}, false},
	{rule("inquiry.close", officer, nobody, reason|seen), &CloseInquiry{}, false},
	{rule("inquiry.withdraw", officer, organiser|player, seen), &WithdrawInquiry{}, false},
	{rule("inquiry.grant", officer, nobody, 0), &GrantInquiry{}, true}, // is asked what the act is asked
	{rule("inquiry.reply", officer, organiser|player, 0), &ReplyInquiry{}, false},
	{rule("ask.renewal", officer, organiser|player, 0), &Asks[AddMember]{}, true},
	{rule("ask.dispensation", officer, organiser, 0), &Asks[DispenseEvent]{}, true},
	{rule("ask.result", officer, organiser|player, 0), &Asks[ProposeResult]{}, true},
	{rule("ask.count", officer, organiser|player, 0), &Asks[ProposeCount]{}, true},
	{rule("ask.omission", officer, organiser|player, 0), &Asks[ProposeOmission]{}, true},
	{rule("ask.player", officer, organiser|player, 0), &Asks[ProposePlayer]{}, true},
	{rule("ask.withdrawal", officer, organiser, 0), &Asks[ProposeWithdrawal]{}, true},
	{rule("ask.late", officer, organiser, 0), &Asks[ProposeLate]{}, true},
	{rule("ask.anonymisation", officer, player, 0), &Asks[AnonymisePerson]{}, true},
	{rule("ask.erasure", officer, player, 0), &Asks[ErasePerson]{}, true},
	{rule("correct.result", officer, nobody, reason|seen), &ProposeResult{}, true},
	{rule("correct.count", officer, nobody, reason|seen), &ProposeCount{}, true},
	{rule("correct.omit", officer, nobody, reason|seen), &ProposeOmission{}, true},
	{rule("correct.player", officer, nobody, reason|seen), &ProposePlayer{}, true},
	{rule("correct.withdraw", officer, nobody, reason|seen), &ProposeWithdrawal{}, true},
	{rule("correct.late", officer, nobody, reason|seen), &ProposeLate{}, true},
	{rule("correct.report", officer, nobody, reason|seen), &ProposeReport{}, true},
	{rule("correct.rating", officer, nobody, reason), &ProposeRating{}, true},
	{rule("correction.accept", officer, nobody, reason|seen|factor|second), &AcceptCorrection{}, true},
	{rule("correction.reject", officer, nobody, reason|seen), &RejectCorrection{}, false},
	{rule("correction.undo", officer, nobody, reason|seen), &UndoCorrection{}, true},
	{rule("account.invite", administrator, nobody, factor), &InviteAccount{}, false},
	{rule("account.roles", administrator, nobody, reason|seen|factor), &GiveRoles{}, false},
	{rule("account.disable", administrator, nobody, reason|seen|factor), &DisableAccount{}, false},
	{rule("account.reset", administrator, nobody, reason|seen|factor), &ResetAccount{}, false},
	{rule("account.key", administrator, nobody, reason|seen|factor), &MakeKey{}, false},
	{rule("account.key-revoke", administrator, nobody, reason|seen|factor), &RevokeKey{}, false},
	{rule("set", officer|administrator, nobody, reason|seen), &ChangeSettings{}, false},
	{rule("doctor", administrator, nobody, factor), &MendDerived{}, false},
	{rule("rebuild", administrator, nobody, factor), &RebuildRows{}, false},
}

func rule(id string, everything, own bureau.Role, ask bureau.Ask) bureau.Rule {
	return bureau.Rule{ID: id, Any: everything, Own: own, Ask: ask}
}

// OfReport reports whether an act is done with a report.
func (l *Line) OfReport() bool {
	return strings.HasPrefix(l.ID, "report.") || strings.HasPrefix(l.ID, "fee.")
}
