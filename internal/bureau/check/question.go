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
	HoldsFee    Hold = "fee" // the full fee is due until it is answered
	Refuses     Hold = "refuses"
)

// questionOf returns what holds for a question, under whatever text.
func questionOf(what string) ask {
	if a := askOf(Claims, "", what, ""); a != nil {
		return *a
	}
	return ask{what: what}
}

// refuses reports whether nobody is asked about what a finding refuses.
func refuses(id string) bool { return askOf(Claims, "", id, "") == nil }

// AskedOfOrganizer reports whether the organiser can answer a question by sending more.
func AskedOfOrganizer(what string) bool {
	return questionOf(what).sender
}

// MayAnswer reports whether an officer can answer a question; some of the sender's are cured in
// another way only.
func (q *Question) MayAnswer() bool { return q.Officer || !questionOf(q.What).cure }

// DecidesQuestions reports whether an option of the regulation, set for the installation,
// answers a question for all reports.
func DecidesQuestions(option string) bool {
	return slices.Contains(options(), option)
}

// options returns the options of regulations that decide questions.
func options() (all []string) {
	for i := range Claims {
		for _, a := range Claims[i].asks {
			if a.option != "" {
				all = append(all, a.option)
			}
		}
	}
	return all
}

// HeldBy returns what a question holds, of a section or of the whole report.
func HeldBy(what string, inSection bool) Hold {
	return heldBy("", what, inSection)
}

// heldBy returns what a question holds under a text. No meet is rated in part (Reading N12).
func heldBy(text, what string, inSection bool) Hold {
	q := askOf(Claims, text, what, "")
	if q != nil && q.fee {
		return HoldsFee
	}
	if q != nil && text != "nscl" && (q.games || q.field && inSection) {
		return HoldsGames
	}
	return HoldsReport
}

// NeedsAnswer reports whether under a text nothing but an answer of its own settles the question:
// the text says that games may not be counted, or that nothing is rated in part (Reading N12).
func (q *Question) NeedsAnswer(text string) bool {
	return questionOf(q.What).may || text == "nscl" && HeldBy(q.What, q.InSection) == HoldsGames
}

// NeedsAssignment reports whether an officer has to assign something before what the
// question is about can count.
func (q *Question) NeedsAssignment() bool {
	return questionOf(q.What).assigned
}

// isTwin reports whether a question is about the games that a certain report has, too.
func (q *Question) isTwin(ref string) bool {
	return q.What == WaitTwin && strings.HasPrefix(q.About, ref+"/")
}

// Open returns what the report waits for.
func (r *Case) Open() []Question { return r.asked(func(q *Question) bool { return q.Answer == 0 }) }

// Asked returns what was asked of the report, with all that has come since its list.
func (r *Case) Asked() []Question {
	if r.Behind {
		return r.Since
	}
	return r.Questions
}

// OpenSince is like Open, with all that has come since its list.
func (r *Case) OpenSince() []Question { return (&Case{Outcome: Outcome{Questions: r.Asked()}}).Open() }

// LeftOut returns the questions of which an officer has said that what they are about does not
// count.
func (r *Case) LeftOut() []Question {
	return r.asked(r.leavesOut)
}

// leavesOut reports whether the answer to a question leaves out what it holds.
func (r *Case) leavesOut(q *Question) bool {
	return !questionOf(q.What).either && q.Answer != 0 && r.Decisions[q.Answer-1].Reply != nil && !r.Decisions[q.Answer-1].Reply.Count
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
	return slices.ContainsFunc(r.Questions, func(q Question) bool { return q.Holds != Refuses && q.Answer == 0 && slices.Contains(what, q.What) })
}
