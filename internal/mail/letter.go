package mail

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/work"
)

// Known is what is known of receivers beside the bureau.
type Known struct {
	Confirmed map[string]bool      // addresses, folded
	Wishes    map[[2]string]string // by receiver and name
	Followers []work.Follower
}

// wants reports whether a receiver gets letters of a kind.
func (k *Known) wants(receiver, kind string) bool {
	return !Ends(kind) || k.Wishes[[2]string{receiver, kind}] != "no"
}

// writer collects the letters that follow from an entry.
type writer struct {
	r     bureau.Reader
	e     *bureau.Entry
	known *Known
	all   []work.Letter
}

// add adds a letter to receivers who want it, once to each.
func (w *writer) add(kind string, receivers ...string) {
	for _, receiver := range receivers {
		l := work.Letter{Entry: w.e.Seq, From: w.e.Hash, Receiver: receiver, Kind: kind}
		if w.known.wants(receiver, kind) && !slices.Contains(w.all, l) {
			w.all = append(w.all, l)
		}
	}
}

// Letters returns the letters that follow from an entry of the log: a function of it, of its moves, of the bureau as it is
// when it is asked, and of what receivers wish.
func Letters(r bureau.Reader, e *bureau.Entry, known *Known) ([]work.Letter, error) {
	w := &writer{r: r, e: e, known: known}
	for _, m := range e.Moves {
		if err := w.move(m); err != nil {
			return nil, err
		}
	}
	act, waits := strings.CutSuffix(e.Act(), wantedSuffix)
	if waits {
		all, err := w.accounts(func(_ string, a *bureau.Account) bool { return a.Roles&bureau.Officer != 0 })
		w.add("second", slices.DeleteFunc(all, func(receiver string) bool { return receiver == work.OfAccount+e.Actor })...)
		return w.all, err
	}
	for _, t := range told {
		if t.act != act {
			continue
		}
		if err := w.tell(t.to, t.kind); err != nil {
			return nil, err
		}
	}
	return w.all, nil
}

// move adds the letters that follow from a move.
func (w *writer) move(m bureau.Moved) error {
	kind, _ := ofMove(m.From, m.To)
	c, err := intake.Cases.Get(w.r, m.Ref)
	if err != nil || c == nil || kind == "" {
		return err
	}
	if (kind == "question" || kind == "withheld" && c.OfficerDecision() == "") && owesOnly(c) {
		kind = "unpaid"
	}
	if err := w.club(kind, c.For.Club); err != nil {
		return err
	}
	if tellsFollowers(m) {
		for _, f := range w.known.Followers {
			if f.Subject == "event "+c.Ref || c.Announced != "" && f.Subject == "event "+c.Announced || c.For.Club != "" && f.Subject == "club "+c.For.Club {
				w.add("followed", work.OfFollower+f.ID)
			}
		}
	}
	return nil
}

// tellsFollowers reports whether whoever follows an event is told of a move of its report: into a list, and out of it.
func tellsFollowers(m bureau.Moved) bool {
	kind, _ := ofMove(m.From, m.To)
	return kind == "rated" || kind == "taken-out"
}

// owesOnly reports whether a report waits for its fee, and for nothing else.
func owesOnly(c *check.Case) bool {
	open := c.Open()
	return len(open) > 0 && !slices.ContainsFunc(open, func(q check.Question) bool {
		return !slices.Contains([]string{check.WaitFee, check.WaitBearer, check.WaitOverdue}, q.What)
	})
}

// tell adds the letters of a kind that follow from the act of the entry.
func (w *writer) tell(whom to, kind string) error {
	switch whom {
	case club:
		id, err := w.ofClub()
		if err != nil {
			return err
		}
		return w.club(kind, id)
	case asker:
		return w.asker(kind)
	case holder:
		a, err := bureau.Accounts.Get(w.r, w.e.Subject)
		if err == nil && a != nil && a.Email != "" && a.Login == "" {
			w.add(kind, work.OfAccount+w.e.Subject)
		}
		return err
	case players:
		return w.players(kind)
	case witnesses:
		return w.witnesses(kind)
	}
	return nil
}

// witnesses adds a letter to the accounts and the club that an inquiry asks which result a game had.
func (w *writer) witnesses(kind string) error {
	q, err := inquiry(w.r, w.e.Subject)
	if err != nil || q == nil || w.e.Act() == "inquiry.reply" && (q.Replied == nil || !q.Replied.Equal(w.e.At)) { // one of them has said it
		return err
	}
	d, err := correction.DisputeOf(w.r, q)
	if err != nil || d == nil {
		return err
	}
	asked := func(a *bureau.Actor) bool {
		_, is := d.Hears(q, a)
		return is
	}
	all, err := w.accounts(func(number string, a *bureau.Account) bool {
		return a.Player != "" && asked(&bureau.Actor{Account: number, Roles: a.Roles &^ bureau.Organiser, Player: a.Player})
	})
	w.add(kind, all...)
	if err != nil || !asked(reporter(d.Case.For.Club)) {
		return err
	}
	return w.club(kind, d.Case.For.Club)
}

// reporter returns who reports for a club.
func reporter(id string) *bureau.Actor {
	return &bureau.Actor{Roles: bureau.Organiser, Clubs: []string{id}}
}

// club adds a letter to a club: to the accounts that report for it and have a confirmed address, and to its contact. Of whom
// none can be reached it waits with the contact.
func (w *writer) club(kind, id string) error {
	if id == "" {
		return nil
	}
	var addresses []string
	all, err := w.accounts(func(_ string, a *bureau.Account) bool {
		reports := a.Roles&bureau.Organiser != 0 && slices.Contains(a.Clubs, id) && w.known.Confirmed[work.Folded(a.Email)]
		if reports {
			addresses = append(addresses, work.Folded(a.Email))
		}
		return reports
	})
	if err != nil {
		return err
	}
	contact, err := register.ContactOfClub(w.r, id)
	if err != nil {
		return err
	}
	address := work.Folded(contact.Email)
	if len(all) == 0 || w.known.Confirmed[address] && !slices.Contains(addresses, address) {
		all = append(all, work.OfClub+id)
	}
	w.add(kind, all...)
	return nil
}

// accounts returns the receivers that some accounts are.
func (w *writer) accounts(is func(number string, a *bureau.Account) bool) (all []string, err error) {
	return all, bureau.Accounts.Scan(w.r, "", "", func(number string, a *bureau.Account) (bool, error) {
		if a.May() && a.Login == "" && a.Email != "" && is(number, a) {
			all = append(all, work.OfAccount+number)
		}
		return true, nil
	})
}

// ofClub returns the club that the entry is about, empty if none is.
func (w *writer) ofClub() (string, error) {
	switch w.e.Act() {
	case "announce.dispense":
		a, err := intake.Announcements.Get(w.r, w.e.Subject)
		if err != nil || a == nil {
			return "", err
		}
		is, err := register.LookUpClub(w.r, a.Club)
		if err != nil || is == nil {
			return "", err
		}
		return is.ID, nil
	case "correction.accept":
		k, err := correction.Corrections.Get(w.r, correction.Key(w.e.Subject))
		if err != nil || k == nil || k.What.Report == "" {
			return "", err
		}
		c, err := intake.Cases.Get(w.r, k.What.Report)
		if err != nil || c == nil {
			return "", err
		}
		return c.For.Club, nil
	}
	q, err := inquiry(w.r, w.e.Subject)
	if err != nil || q == nil {
		return "", err
	}
	return q.Club, nil
}

// inquiry returns an inquiry, nil if there is none.
func inquiry(r bureau.Reader, number string) (*correction.Inquiry, error) {
	all, err := correction.Inquiries(r)
	if i := slices.IndexFunc(all, func(q *correction.Inquiry) bool { return q.Number == number }); i >= 0 {
		return all[i], err
	}
	return nil, err
}

// asker adds a letter to whoever has asked: the club for which an account did, that account, or whom an officer has noted, else their club.
func (w *writer) asker(kind string) error {
	q, err := inquiry(w.r, w.e.Subject)
	if err != nil || q == nil || q.Asked { // the office has asked
		return err
	}
	number, err := correction.AskedBy(w.r, q.Number)
	if err != nil {
		return err
	}
	a, err := bureau.Accounts.Get(w.r, number)
	if err != nil {
		return err
	}
	if club := q.For(a); club != "" {
		return w.club(kind, club)
	}
	if a != nil && a.Login == "" && a.Roles&bureau.Officer == 0 {
		w.add(kind, work.OfAccount+number)
		return nil
	}
	who, err := correction.Inquirers.Get(w.r, correction.Key(q.Number))
	if err == nil && q.Club != "" && (who == nil || who.Contact == "") {
		return w.club(kind, q.Club)
	}
	w.add(kind, work.OfInquirer+q.Number)
	return err
}

// publications returns what was published with an entry.
func publications(r bureau.Reader, e *bureau.Entry) (all []*lists.Publication, err error) {
	if act := e.Act(); act != "period.publish" && act != "correction.accept" {
		return nil, nil
	}
	all, err = lists.AllPublications(r)
	return slices.DeleteFunc(all, func(p *lists.Publication) bool {
		return !p.At.Equal(e.At) || p.Cause != e.Subject && p.Label != e.Subject
	}), err
}

// players adds letters to the players whose numbers a published list has changed, and to whoever follows them.
func (w *writer) players(kind string) error {
	published, err := publications(w.r, w.e)
	if err != nil {
		return err
	}
	ids := map[string][]string{} // receivers by player
	err = bureau.Accounts.Scan(w.r, "", "", func(number string, a *bureau.Account) (bool, error) {
		if a.May() && a.Player != "" && a.Email != "" {
			ids[a.Player] = append(ids[a.Player], work.OfAccount+number)
		}
		return true, nil
	})
	for _, f := range w.known.Followers {
		if what, id := cut(f.Subject); what == "player " {
			ids[id] = append(ids[id], work.OfFollower+f.ID)
		}
	}
	for _, id := range sorted(ids) {
		if err != nil {
			break
		}
		var changed []change
		for _, p := range published {
			if changed, err = changesOf(w.r, id, p); err != nil || len(changed) > 0 {
				break
			}
		}
		if len(changed) == 0 {
			continue
		}
		for _, receiver := range ids[id] {
			if strings.HasPrefix(receiver, work.OfFollower) {
				w.add("followed", receiver)
			} else {
				w.add(kind, receiver)
			}
		}
	}
	return err
}

// change is how a list has changed a rating.
type change struct {
	kind          int16
	before, after int16 // 0: unrated
}

// changesOf returns how a published list has changed the ratings of a player.
func changesOf(r bureau.Reader, id string, p *lists.Publication) (all []change, err error) {
	is, err := register.Players.Get(r, id)
	if err != nil || is == nil || is.Erased {
		return nil, err
	}
	for kind := int16(1); kind <= 3; kind++ {
		found, err := rows.Changes.Select(r, bureau.Range{Is: []any{int64(p.Seq), int64(kind), int64(is.Number)}})
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			if c.Before != c.Rating {
				all = append(all, change{kind, c.Before, c.Rating})
			}
		}
	}
	return all, nil
}

// address returns where the receiver of a letter is reached and in which language, and how they are called; no address: nowhere. Whose
// account is disabled is told just that.
func address(r bureau.Reader, s *bureau.Settings, l *work.Letter, known *Known) (address, lang, name string, err error) {
	lang = explain.Languages[0]
	if s.Text() == "ncs" {
		lang = "ja"
	}
	what, id := cut(l.Receiver)
	switch what {
	case work.OfAccount:
		a, err := bureau.Accounts.Get(r, id)
		if err != nil || a == nil || a.Disabled && l.Kind != "access" {
			return "", lang, "", err
		}
		if len(a.Clubs) > 0 {
			contact, err := register.ContactOfClub(r, a.Clubs[0])
			if err != nil {
				return "", lang, "", err
			}
			lang = cmp.Or(contact.Language, lang)
		}
		address, name = a.Email, a.Name
	case work.OfClub:
		c, err := register.Clubs.Get(r, id)
		if err != nil || c == nil {
			return "", lang, "", err
		}
		contact, err := register.ContactOfClub(r, id)
		if err != nil {
			return "", lang, "", err
		}
		lang = cmp.Or(contact.Language, lang)
		address, name = contact.Email, called(lang, c.Name, c.NameLocal)
	case work.OfInquirer:
		who, err := correction.Inquirers.Get(r, correction.Key(id))
		if err != nil || who == nil {
			return "", lang, "", err
		}
		name = who.Name
		if strings.Contains(who.Contact, "@") && !strings.ContainsAny(who.Contact, " \t\r\n,;<>") {
			address = who.Contact
		}
	case work.OfFollower:
		for _, f := range known.Followers {
			if f.ID == id {
				address, lang = f.Address, f.Language
			}
		}
	}
	return address, cmp.Or(known.Wishes[[2]string{l.Receiver, "language"}], lang), name, nil
}

// called returns a name in a language.
func called(lang, name, local string) string {
	if lang != explain.Languages[0] && local != "" {
		return local
	}
	return cmp.Or(name, local)
}

func sorted[T any](of map[string]T) (keys []string) {
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
