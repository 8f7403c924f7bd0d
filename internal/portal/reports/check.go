package reports

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/internal/question"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// submitShown is what the page shows on which files are handed in.
type submitShown struct {
	Under     string // the first part of the address
	Office    bool   // an officer hands them in
	Clubs     []casefile.Option
	Drafts    []draftShown
	Ref, From string // of the report to which the files belong, empty: the files decide; who has sent them
	Key       string // of the draft that it becomes
	MB        int
	Notice    string // address of the form for results that are on the web
}

// draftShown is a draft of a report.
type draftShown struct{ ID, Name, When string }

func (d desk) showSubmit(v *portal.Visit) (any, error) {
	s := submitShown{Under: d.under, Office: d.office(), Ref: v.R.FormValue("ref"), From: v.Field("from"), Key: rand.Text(), MB: 16, Notice: "/" + v.Lang + "/portal/notice/"}
	if d.office() {
		s.Notice = v.DoLink(&act.NoticeReport{})
	}
	var err error
	if s.Clubs, err = d.clubs(v); err != nil {
		return nil, err
	}
	if s.Ref != "" && !d.office() { // the club is that of the report
		read, err := v.Read("report-status", s.Ref)
		if err != nil {
			return nil, err
		}
		if of, is := read.(document.OwnReport); is {
			if i := slices.IndexFunc(s.Clubs, func(c casefile.Option) bool { return c.Value == of.Told.Case.For.Club }); i >= 0 {
				s.Clubs = s.Clubs[i : i+1]
			}
		}
	}
	drafts, err := v.Drafts(d.drafts())
	if err != nil {
		return nil, err
	}
	for _, id := range slices.SortedFunc(maps.Keys(drafts), func(a, b string) int { return drafts[b].Changed.Compare(drafts[a].Changed) }) {
		if d := drafts[id]; d.Fields.Get("sent") == "" {
			s.Drafts = append(s.Drafts, draftShown{ID: id, Name: cmp.Or(d.Fields.Get("name"), d.Fields.Get("file")), When: v.When(d.Changed)})
		}
	}
	return s, nil
}

// sendSubmit keeps files as a draft of a report. Nothing of it is handed in yet.
func (d desk) sendSubmit(v *portal.Visit) error {
	if id := v.Field("discard"); id != "" {
		if err := v.Drop(d.drafts(), id); err != nil {
			return err
		}
		return v.Lead(d.under, "submit")
	}
	files, err := filesOf(v.R.MultipartForm)
	if err != nil {
		return err
	}
	fields := url.Values{"file": {files[0].Name}}
	for _, name := range carried {
		if value := v.Field(name); value != "" {
			fields.Set(name, value)
		}
	}
	return d.leadTo(v, fields, files)
}

// carried are the fields that go from the page of the files to that of their check.
var carried = []string{"club", "from", "ref", "replaces"}

// checkShown is what the page shows on which files of a report are checked.
type checkShown struct {
	Under              string // the first part of the address
	Office             bool   // an officer hands them in
	Becomes            string // the key of the state that the report would have; empty: nobody says
	Holds              int    // games that open questions would hold
	Event, Club, Ref   string
	From               string   // who has sent them, by an officer's word
	Edition            string   // ID; empty: not known
	Types              []string // keys
	TypeBy             string   // clause
	Fee, FeeBy         string   // what all its players cost, and the clause; empty: nothing
	FeeSays            []string
	edition            regulation.Edition
	Days               civil.Range
	Replaces           bool
	Sections           []casefile.Section
	Players, Games     int
	Files              []fileShown
	Period             string
	Received, Deadline civil.Date
	Day                string // of the deadline; empty: there is none
	Late               bool
	Errors, Questions  int
	Certain            int // entries with one candidate
	Cards, Notes       []card
	Fields             []*casefile.Field // that the file leaves out, or that were corrected
	Stated             []*casefile.Field // that the file states
	Was                []*casefile.Field // what the file says of each
	Unread             bool              // of a file nothing could be read
	Old                []difference
	Carried            []casefile.Option // what goes with the form
	Command            string
	Effect, Admits     bool // the changes of ratings are asked for; there are some to be said
	Changes            []casefile.Change
	More               int // that are not shown
}

type fileShown struct {
	Name   string
	KB     int
	Unread bool
}

// draftOf returns the draft of the page with its files, none once it was sent. The files are read first: a draft that is sent
// meanwhile says so.
func draftOf(v *portal.Visit) (d work.Draft, files []work.File, err error) {
	if files, err = v.Waiting(); err == nil {
		d, err = v.Draft()
	}
	switch {
	case err != nil:
		return d, nil, err
	case d.Version == 0:
		return d, nil, finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	case len(files) == 0 && d.Fields.Get("sent") == "":
		return d, nil, portal.Said("desk.draft.gone") // when somebody was forgotten
	}
	return d, files, nil
}

func (d desk) showCheck(v *portal.Visit) (any, error) {
	draft, files, err := draftOf(v)
	switch {
	case err != nil:
		return nil, err
	case draft.Fields.Get("sent") != "":
		return nil, d.leadOn(v, draft.Fields.Get("sent"))
	}
	v.Quiet()
	typed := v.R.PostForm // as it was sent, or as the draft has it
	all, wrong := d.handed(files, typed)
	effect, admits := v.R.URL.Query().Has("effect"), false
	var told []*trial.Told
	var changes []trial.Change
	if effect {
		told, changes, admits, err = d.affects(v, all)
	} else {
		told, err = d.try(v, all)
	}
	if errors.Is(err, errBusy) {
		v.W.Header().Set("Refresh", "3")
		return nil, v.Show("busy", http.StatusOK, struct{ Place int }{int(queued.Load()) + 1})
	}
	if err != nil {
		return nil, err
	}
	s, err := d.checked(v, told, typed, files, wrong)
	if err == nil {
		s.Command, s.Effect, s.Admits = explain.CommandLine(act.Command(all[0])), effect, admits
		s.Changes, s.More = casefile.Changes(changes)
	}
	return s, err
}

// checked returns what the page shows of what files come to.
func (d desk) checked(v *portal.Visit, told []*trial.Told, typed url.Values, files []work.File, wrong []string) (*checkShown, error) {
	p := v.Printer()
	s := &checkShown{Under: d.under, Office: d.office(), Received: v.Bureau.Today(v.Of), Ref: typed.Get("ref"), From: typed.Get("from"), Replaces: typed.Get("replaces") != ""}
	for _, name := range append([]string{"file"}, carried...) {
		if value := typed.Get(name); value != "" && name != "from" {
			s.Carried = append(s.Carried, casefile.Option{Value: value, Name: name})
		}
	}
	var first *report.Report
	for n, f := range files {
		s.Files = append(s.Files, fileShown{f.Name, (len(f.Data) + 1023) / 1024, told[n].Report == nil})
		s.Unread = s.Unread || told[n].Report == nil
		if first == nil {
			first = told[n].Report
		}
	}
	fields := casefile.Fields(p, typed, first, wrong)
	if !typed.Has("was") {
		if err := d.proposed(v, typed, fields); err != nil {
			return nil, err
		}
	}
	made := &page{Printer: p, fields: fields, asked: map[string]bool{}, may: map[string]*entryFound{}, typed: typed.Get, leave: "desk.report.leave"}
	if d.office() {
		made.leave = "desk.submit.leave"
	}
	for n, t := range told {
		if t.Report == nil {
			s.Cards = append(s.Cards, made.cards(t, n, len(told) > 1)...)
			continue
		}
		if t.Case != nil {
			s.Period, s.Deadline, s.Event, s.Club, s.Days = t.Case.Period, t.Case.Deadline, t.Case.Event, t.Case.Club, civil.Range{From: t.Report.FirstDay(), To: t.Report.LastDay()}
			if d.office() {
				s.Becomes, s.Holds = "desk.report.state-"+string(t.Case.State), max(t.Case.Games-t.Case.Counting, 0)
			}
		}
		if err := s.ruled(v, t.Report); err != nil {
			return nil, err
		}
		for i := range t.Report.Sections {
			if err := s.add(v, made, n, t.Report, i); err != nil {
				return nil, err
			}
		}
		s.Cards = append(s.Cards, made.cards(t, n, len(told) > 1)...)
		for i := range t.Report.Sections {
			s.Cards = append(s.Cards, made.unclear(n, &t.Report.Sections[i])...)
		}
	}
	if s.edition != nil && s.Players > 0 {
		fee, err := (&question.Fee{Players: s.Players, Received: s.Received}).Answer(p, s.edition)
		if err == nil {
			s.Fee, s.FeeSays, s.FeeBy = fee.Figure, fee.Sentences, fee.Clause
		}
	}
	slices.SortStableFunc(s.Cards, func(a, b card) int { return rank(&a) - rank(&b) })
	if n := slices.IndexFunc(s.Cards, func(c card) bool { return rank(&c) == 3 }); n >= 0 {
		s.Cards, s.Notes = s.Cards[:n], s.Cards[n:]
	}
	linked(s.Cards)
	for i := range s.Cards {
		if s.Cards[i].Bad {
			s.Errors++
		} else if s.Cards[i].Asks {
			s.Questions++
		}
		if e := s.Cards[i].Entry; e != nil && e.Certain != "" {
			s.Certain++
		}
	}
	for _, one := range casefile.Said {
		f := fields[one.Name]
		s.Was = append(s.Was, f)
		switch {
		case !one.Always || made.asked[one.Name]:
		case f.Was != "" && f.Value == f.Was && one.Kind != casefile.Tick:
			s.Stated = append(s.Stated, f)
		default:
			s.Fields = append(s.Fields, f)
		}
	}
	if s.Deadline != 0 && s.Days.To != 0 {
		key := "desk.report.day"
		if s.Received < s.Days.To {
			key = "desk.report.not-over"
		} else if s.Received > s.Deadline {
			key = "desk.report.late"
		}
		s.Late, s.Day = s.Received > s.Deadline, p.Text(key, explain.Data{"day": strconv.Itoa(int(s.Received - s.Days.To)), "of": strconv.Itoa(int(s.Deadline - s.Days.To))})
	}
	if s.Ref != "" {
		err := s.compare(v, told)
		return s, err
	}
	return s, nil
}

// again are the fields that are proposed as they were in the visitor's last report.
var again = []string{"responsible", "venue", "time"}

// proposed fills in what files leave out: the club by the account, or for which it is sent, and what the visitor said of their last
// report.
func (d desk) proposed(v *portal.Visit, typed url.Values, fields map[string]*casefile.Field) error {
	propose := func(name, value, from string) {
		if f := fields[name]; f.Value == "" && value != "" {
			f.Value, f.From = value, from
		}
	}
	clubs, err := d.clubs(v)
	if err != nil {
		return err
	}
	if d.office() {
		if n := slices.IndexFunc(clubs, func(c casefile.Option) bool { return c.Value == typed.Get("club") }); n >= 0 {
			propose("organizer", clubs[n].Name, "desk.submit.from-club")
		}
		return nil
	}
	if len(clubs) == 1 {
		propose("organizer", clubs[0].Name, "desk.report.from-account")
	}
	drafts, err := v.Drafts(d.drafts())
	var last work.Draft
	for _, d := range drafts {
		if d.Fields.Get("sent") != "" && d.Changed.After(last.Changed) {
			last = d
		}
	}
	for _, name := range again {
		propose(name, last.Fields.Get(name), "desk.report.from-last")
	}
	return err
}

// ruled adds by which edition a report is rated, and of which type its sections are.
func (s *checkShown) ruled(v *portal.Visit, r *report.Report) error {
	rules, err := v.Of.Rules()
	if err != nil || r.LastDay() == 0 {
		return err
	}
	edition, _ := rules.For(rules.Latest().Period(r))
	if edition == nil {
		return nil
	}
	s.Edition, s.edition = edition.About().ID, edition
	for _, ruling := range question.Rulings(edition, r) {
		if key := "word." + ruling.Kind.String(); ruling.Kind != 0 && !slices.Contains(s.Types, key) {
			s.Types, s.TypeBy = append(s.Types, key), ruling.Clause
		}
	}
	return nil
}

// rank orders cards: errors first, then what is asked, then what should be looked at, then notes.
func rank(c *card) int {
	switch {
	case c.Bad:
		return 0
	case c.Asks:
		return 1
	case c.Severity != "desk.report.severity-info", len(c.Fields) > 0:
		return 2
	}
	return 3
}

// add adds a section with what the lists have of its entries.
func (s *checkShown) add(v *portal.Visit, made *page, file int, of *report.Report, n int) error {
	section := &of.Sections[n]
	shown := casefile.Section{Name: section.Name, Desk: s.Office}
	s.Games += len(section.Games)
	s.Players += len(section.Players)
	found, err := understood(v, of, section)
	if err != nil {
		return err
	}
	for i := range section.Players {
		e := &section.Players[i]
		one := casefile.Entry{Start: e.StartNumber, ID: cmp.Or(e.Numbers()...), Name: e.Name, Local: e.NameLocal, Rating: int(e.Rating)}
		if i < len(found) {
			f := &found[i]
			if one.Player = f.Player; f.Player != nil && f.Player.Rating != nil {
				one.Differs = e.Rating != 0 && *f.Player.Rating != e.Rating
			}
			one.Other = f.State == document.EntryTaken && one.ID != "" && f.Player != nil && f.Player.ID != one.ID
			one.Asks = f.State != document.EntrySettled
			made.may[entryName(file, section, e.StartNumber)] = &entryFound{f, one.ID == "" || f.State == document.EntryOpen || f.State == document.EntryUnknown}
		}
		shown.Entries = append(shown.Entries, one)
	}
	s.Sections = append(s.Sections, shown)
	return nil
}

// understood returns who the entries of a section are by number, name and club; nothing if the visitor was shown as many players
// as they may be today.
func understood(v *portal.Visit, of *report.Report, s *report.Section) (found []document.Entry, err error) {
	last := of.LastDay()
	for part := range slices.Chunk(s.Players, entry.Most) {
		lines := make([]entrylist.Line, len(part))
		for i := range part {
			lines[i] = entrylist.Entry(&part[i])
		}
		read, err := v.ReadBy(document.Wish{Document: "entries", Entries: entry.Asked{Lines: lines, Days: civil.Range{From: last, To: last}, Kind: of.Type}})
		if refused := (*finding.Refused)(nil); errors.As(err, &refused) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if list, is := read.(*document.Entries); is {
			found = append(found, list.Entries...)
		}
	}
	return found, nil
}

// leadOn leads to the report that files have become.
func (d desk) leadOn(v *portal.Visit, ref string) error {
	if d.office() {
		return v.Lead("desk", "cases", ref)
	}
	return v.Lead("portal", "reports", ref, "sent")
}

// sendCheck hands the report in.
func (d desk) sendCheck(v *portal.Visit) error {
	draft, files, err := draftOf(v)
	if err != nil {
		return err
	}
	if ref := draft.Fields.Get("sent"); ref != "" {
		v.Stays()
		return d.leadOn(v, ref)
	}
	typed := v.R.PostForm
	if !typed.Has("submit") {
		if typed.Has("certain") {
			for name := range typed {
				if of, is := strings.CutPrefix(name, "certain."); is {
					typed.Set(of, typed.Get(name))
				}
			}
		}
		if typed.Get("keep") == "effect" {
			typed.Del("keep")
			if err := v.Hold(typed); err != nil {
				return err
			}
			return v.LeadTo(v.R.URL.Path + "?typed&effect#effect")
		}
		return v.Keep(typed)
	}
	all, wrong := d.handed(files, typed)
	if len(wrong) > 0 {
		return portal.Said("desk.report.wrong")
	}
	var ref string
	unread := false
	if len(all) > 1 { // all are received, or none
		var told []*trial.Told
		told, err = d.try(v, all)
		unread = slices.ContainsFunc(told, func(t *trial.Told) bool { return t.Report == nil })
	}
	if err == nil && !unread {
		said := sha256.Sum256([]byte(typed.Encode())) // said in other words, after an answer that was lost, it is the same files
		key := v.R.PathValue("draft") + "/" + hex.EncodeToString(said[:8]) + "/"
		err = inTurn(v.R.Context(), receipts, func() error {
			ref, err = act.Receive(v.R.Context(), v.Bureau, key, all...)
			return err
		})
	}
	switch {
	case errors.Is(err, errBusy):
		typed.Del("submit")
		if err := v.Hold(typed); err != nil { // the page that is shown fetches itself again
			return err
		}
		return portal.Said("desk.report.busy")
	case err != nil:
		return err
	case ref == "":
		return portal.Said("desk.report.unread")
	}
	kept := url.Values{"sent": {ref}}
	for _, name := range again {
		kept.Set(name, typed.Get(name))
	}
	if err := v.Settle(kept); err != nil {
		return err
	}
	return d.leadOn(v, ref)
}
