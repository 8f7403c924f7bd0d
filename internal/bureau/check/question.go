package check

import (
	"slices"
	"strings"
)

// What a report may wait for beside findings, and a finding that names another report.
const (
	WaitPlayer  = "player"                 // to hear who an entry is
	WaitFee     = "fee"                    // to be paid for
	WaitBearer  = "fee-elsewhere"          // the report that bears the fee of its players is not paid for
	WaitFile    = "file"                   // a notice came alone
	WaitOverdue = "fee-overdue"            // it was not paid in time: an officer decides
	WaitChanged = "changed-after-decision" // it is no longer what an officer has admitted
	WaitTwin    = "games-twice"            // another report has the same games
)

// Question is what a check asked of a report: somebody has to answer it before the report, or the
// games that it is about, can go into a list; or it is why that cannot be rated. One that was
// answered stays, with its answer. It holds no personal data: an entry is named by its place.
type Question struct {
	What      string `json:"what"`             // "player": nobody knows who an entry is; "fee"; "file": a notice came alone; else a finding
	Clause    string `json:"clause,omitempty"` // on which it rests
	Officer   bool   `json:"officer,omitempty"`
	Section   string `json:"section,omitempty"`
	Start     int    `json:"start,omitempty"`      // start number
	InSection bool   `json:"in_section,omitempty"` // it is about a section
	Near      string `json:"near,omitempty"`       // the number that an unknown entry may have
	About     string `json:"about,omitempty"`      // by what the question is known again: another one of its kind has to be answered on its own
	Holds     Hold   `json:"holds"`
	Answer    int    `json:"answer,omitempty"` // number of the decision that answers it; zero: it is open
}

// Hold is what a question holds.
type Hold string

// What questions hold: some games only, or the whole report. What cannot be rated waits for no
// answer, but for another file.
const (
	HoldsGames  Hold = "games"
	HoldsReport Hold = "report"
	Refuses     Hold = "refuses"
)

// questionRules say what holds for a question.
type questionRules struct {
	what      string // a finding, or one of the above
	games     bool   // it holds games only: what else there is goes on without them
	may       bool   // the text says that games may not be counted: nothing but its own answer settles it
	organizer bool   // the organiser can cure it by sending more
	entries   bool   // it is asked for each entry, not by a finding
	assigned  bool   // it is settled by what an officer assigns: without that nothing counts
	either    bool   // either answer settles it: it chooses what the report is taken for
	option    string // of the regulation, that decides it for all reports
}

// questions are the questions to a report. An error of a regulation that is not in the
// table is a question about the whole report.
var questions = []questionRules{
	{what: WaitPlayer, games: true, entries: true, organizer: true},
	{what: WaitFee, organizer: true},
	{what: WaitFile, organizer: true},
	{what: WaitBearer, may: true, organizer: true},                      // 3(5), Reading J15
	{what: WaitOverdue, may: true},                                      // 3(5), Reading J15
	{what: "late", games: true, may: true, option: "late"},              // 3(6), Reading G10
	{what: "non-member", games: true, may: true, option: "non_members"}, // 3(5), Reading G10
	{what: "no-date", may: true, organizer: true}, {what: "date-ambiguous", may: true, organizer: true}, {what: "date-unreadable", may: true, organizer: true},
	{what: "field-differs"},
	{what: "entry-differs", games: true}, {what: "games-differ", games: true}, {what: "games-missing", games: true},
	{what: "points-differ", games: true, organizer: true},
	{what: WaitTwin, games: true},
	{what: "entry-contradicts", games: true, entries: true},
	{what: "floor-claimed", games: true},
	{what: "floor-unassigned", games: true, assigned: true},
	{what: "rounds-unplayed", games: true},
	{what: "announcement-near", may: true, either: true}, {what: "announced-differs", may: true, either: true}, // Reading G12
	{what: "dispensation-claimed", may: true}, // Reading C26
	{what: "section-renamed"}, {what: "sections-alike"}, {what: "adjustment-lapsed"},
	{what: WaitChanged},
	{what: "exchange-file-missing", organizer: true},
	{what: "organizer-missing", organizer: true}, {what: "responsible-missing", organizer: true},
	{what: "reporter-missing", organizer: true}, {what: "qualifiers-missing", organizer: true},
	{what: "event-running", organizer: true}, // until its last day
}

// questionOf returns what holds for the question that a finding is.
func questionOf(what string) (questionRules, bool) {
	i := slices.IndexFunc(questions, func(q questionRules) bool { return q.what == what })
	if i < 0 {
		return questionRules{what: what}, false
	}
	return questions[i], true
}

// AskedOfOrganizer reports whether the organiser can answer a question by sending more.
func AskedOfOrganizer(what string) bool {
	q, _ := questionOf(what)
	return q.organizer
}

// DecidesQuestions reports whether an option of the regulation, set for the installation,
// answers a question for all reports.
func DecidesQuestions(option string) bool {
	return slices.ContainsFunc(questions, func(q questionRules) bool { return q.option == option && option != "" })
}

// HeldBy returns what a question holds, of a section or of the whole report.
func HeldBy(what string, inSection bool) Hold {
	if q, _ := questionOf(what); q.games || (what == "field-differs" || what == "announced-differs") && inSection {
		return HoldsGames
	}
	return HoldsReport
}

// NeedsAnswer reports whether nothing but an answer of its own settles the question: the
// text says that games may not be counted.
func (q *Question) NeedsAnswer() bool {
	rules, _ := questionOf(q.What)
	return rules.may
}

// NeedsAssignment reports whether an officer has to assign something before what the
// question is about can count.
func (q *Question) NeedsAssignment() bool {
	rules, _ := questionOf(q.What)
	return rules.assigned
}

// IsForFeeOf reports whether the question is for the fee of another meeting, by its reference.
func (q *Question) IsForFeeOf(ref string) bool { return q.What == WaitBearer && q.About == ref }

// isTwin reports whether a question is about the games that a certain report has, too.
func (q *Question) isTwin(ref string) bool {
	return q.What == WaitTwin && strings.HasPrefix(q.About, ref+"/")
}

// Open returns what the report waits for.
func (r *Case) Open() []Question { return r.asked(func(q *Question) bool { return q.Answer == 0 }) }

// LeftOut returns the questions of which an officer has said that what they are about does not
// count.
func (r *Case) LeftOut() []Question {
	return r.asked(func(q *Question) bool {
		rules, _ := questionOf(q.What)
		return !rules.either && q.Answer != 0 && r.Decisions[q.Answer-1].Reply != nil && !r.Decisions[q.Answer-1].Reply.Count
	})
}

// Held returns the questions for which something does not count: those that are open, and those
// that leave it out.
func (r *Case) Held() []Question { return slices.Concat(r.Open(), r.LeftOut()) }

// Refused returns the findings for which all of the report or a section cannot be rated.
func (r *Case) Refused() (ids []string) {
	for _, q := range r.Questions {
		if q.Holds == Refuses {
			ids = append(ids, q.What)
		}
	}
	return ids
}

// asked returns the questions that are as wanted.
func (r *Case) asked(wanted func(*Question) bool) (all []Question) {
	for i := range r.Questions {
		if q := &r.Questions[i]; q.Holds != Refuses && wanted(q) {
			all = append(all, *q)
		}
	}
	return all
}

// Waits reports whether the report waits for one of some things.
func (r *Case) Waits(what ...string) bool {
	return slices.ContainsFunc(r.Open(), func(q Question) bool { return slices.Contains(what, q.What) })
}
