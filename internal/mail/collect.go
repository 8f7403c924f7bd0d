package mail

import (
	"cmp"
	"context"
	"crypto/hmac"
	"net/url"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/work"
)

// Office writes the letters of a bureau.
type Office struct {
	Bureau *bureau.Bureau
	Work   *work.Store
	Base   string // address of the site from outside, without a slash at its end; empty: that of the settings

	// Thread returns the mail by which the report of an entry of the log came, nil if it came otherwise; may be nil.
	Thread func(ctx context.Context, entry int) (*Thread, error)
}

const (
	logCursor    = "letters"
	digestCursor = "digest"
	digestHour   = 7   // in the zone of the authority
	piece        = 200 // entries that are looked at in one transaction
)

// known reads what is known of receivers.
func (o *Office) known(ctx context.Context) (k *Known, err error) {
	k = &Known{}
	if k.Confirmed, err = o.Work.Confirmed(ctx); err != nil {
		return nil, err
	}
	if k.Wishes, err = o.Work.Wishes(ctx); err != nil {
		return nil, err
	}
	k.Followers, err = o.Work.Followers(ctx, "")
	return k, err
}

// Collect queues the letters that follow from what was logged since it was last called. It begins at the head of the log: of
// what was there before it was first called, as after the restore of a backup, nobody is told. Whoever else collects at
// the same time queues none of them again.
func (o *Office) Collect(ctx context.Context) error {
	for {
		more, err := o.collect(ctx)
		if err == nil && !more {
			err = o.digest(ctx)
		}
		if err != nil || !more {
			return err
		}
	}
}

// collect queues the letters of some entries, and reports whether there are more.
func (o *Office) collect(ctx context.Context) (more bool, err error) {
	at, began, err := o.Work.Cursor(ctx, logCursor)
	if err != nil {
		return false, err
	}
	known, err := o.known(ctx)
	if err != nil {
		return false, err
	}
	goes := at
	var letters []work.Letter
	err = o.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		head, err := bureau.Heads.Get(r, "")
		if err != nil {
			return err
		}
		if head == nil {
			head = &bureau.LogHead{}
		}
		last, err := bureau.Entries.Get(r, bureau.SeqKey(at.Entry))
		if err != nil {
			return err
		}
		if !began || at.Entry > 0 && (last == nil || last.Hash != at.Hash) { // it is another log
			goes = work.Mark{Entry: head.Seq, Hash: head.Hash}
			return nil
		}
		for goes.Entry < head.Seq && goes.Entry < at.Entry+piece {
			e, err := bureau.Entries.Get(r, bureau.SeqKey(goes.Entry+1))
			if err != nil {
				return err
			}
			follow, err := Letters(r, e, known)
			if err != nil {
				return err
			}
			letters = append(letters, follow...)
			goes = work.Mark{Entry: e.Seq, Hash: e.Hash}
		}
		more = goes.Entry < head.Seq
		return nil
	})
	if err != nil || began && goes == at {
		return false, err
	}
	from := &at
	if !began {
		from = nil
	}
	done, err := o.Work.Queue(ctx, logCursor, from, goes, letters)
	return more && done, err
}

// digest queues a letter to each officer once a day, if something waits.
func (o *Office) digest(ctx context.Context) error {
	at, began, err := o.Work.Cursor(ctx, digestCursor)
	if err != nil {
		return err
	}
	known, err := o.known(ctx)
	if err != nil {
		return err
	}
	goes := at
	w := &writer{known: known}
	err = o.Bureau.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		now := o.Bureau.Clock()
		day := int(s.Day(now))
		if began && (day <= at.Entry || s.Local(now).Hour() < digestHour) {
			return nil
		}
		if goes = (work.Mark{Entry: day}); !began {
			return nil
		}
		t, err := agenda.TodayOf(o.Bureau, r, s, 1)
		if err != nil || t.Need+len(t.Asked)+len(t.Periods)+len(t.Behind)+len(t.FIDE)+t.Stated == 0 {
			return err
		}
		w.r, w.e = r, &bureau.Entry{Hash: "digest " + s.Day(now).String()}
		all, err := w.accounts(func(_ string, a *bureau.Account) bool {
			return a.Roles&bureau.Officer != 0 && known.Confirmed[work.Folded(a.Email)]
		})
		w.add("digest", all...)
		return err
	})
	if err != nil || began && goes == at {
		return err
	}
	from := &at
	if !began {
		from = nil
	}
	_, err = o.Work.Queue(ctx, digestCursor, from, goes, w.all)
	return err
}

// Read returns a letter as it would be sent now, nil if there is nothing to say any more, or nobody to whom. It reports whether
// its address is one to which it may be sent.
func (o *Office) Read(ctx context.Context, l *work.Letter) (m *Message, may bool, err error) {
	known, err := o.known(ctx)
	if err != nil {
		return nil, false, err
	}
	what, _ := cut(l.Receiver)
	if what == work.OfAsk {
		m, err = o.ask(ctx, l)
		return m, m != nil, err
	}
	err = o.Bureau.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		to, lang, name, err := address(r, s, l, known)
		if err != nil || name == "" && to == "" {
			return err
		}
		rd := &reader{Printer: page.In(lang), b: o.Bureau, r: r, s: s, l: l, known: known}
		if l.Entry > 0 {
			if rd.e, err = bureau.Entries.Get(r, bureau.SeqKey(l.Entry)); err != nil || rd.e == nil {
				return err
			}
		}
		f, err := rd.facts()
		if err != nil || f == nil {
			return err
		}
		base := cmp.Or(o.Base, s.Contact.Site)
		if base == "" {
			f.Path = ""
		}
		m = Write(rd.Printer, l.Kind, name, f, base, federation(rd.Printer, s))
		m.ID, m.Address, m.Entry = l.ID, to, l.Entry
		if o.Thread != nil && l.Entry > 0 {
			if m.Answers, err = o.Thread(ctx, l.Entry); err != nil {
				return err
			}
			if m.Answers != nil && work.Folded(m.Answers.Address) != work.Folded(to) { // somebody else of the club
				m.Answers = nil
			}
		}
		may = to != "" && known.Confirmed[work.Folded(to)]
		if !Ends(l.Kind) || base == "" {
			return nil
		}
		link, err := o.end(ctx, lang, l)
		if err == nil {
			m.ends(rd.Printer, base+link)
		}
		return err
	})
	return m, may, err
}

// AddressOf returns where the receiver of a letter is reached now; empty: nowhere.
func (o *Office) AddressOf(ctx context.Context, l *work.Letter) (at string, err error) {
	if what, _ := cut(l.Receiver); what == work.OfAsk {
		a, err := o.Work.AskOf(ctx, l)
		if err != nil || a == nil {
			return "", err
		}
		return a.Address, nil
	}
	known, err := o.known(ctx)
	if err != nil {
		return "", err
	}
	return at, o.Bureau.View(ctx, func(r bureau.Reader, s *bureau.Settings) (err error) {
		at, _, _, err = address(r, s, l, known)
		return err
	})
}

// federation returns how a federation is called.
func federation(p *explain.Printer, s *bureau.Settings) string {
	return cmp.Or(s.Contact.In(p.Language).Name, p.Text("web.authority."+s.Authority, nil))
}

// ask returns a letter that asks whether an address is somebody's, nil if nobody asks any more.
func (o *Office) ask(ctx context.Context, l *work.Letter) (*Message, error) {
	a, err := o.Work.AskOf(ctx, l)
	if err != nil || a == nil || a.Token == "" {
		return nil, err
	}
	var m *Message
	err = o.Bureau.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		p := page.In(a.Language)
		data := explain.Data{"about": "", "until": p.Date(s.Day(a.Expires))}
		for name, value := range a.Values {
			data[name] = value
		}
		f := &Facts{About: []About{{Data: data}}, Path: "/" + a.Language + "/" + a.Path + "?" + url.Values{"code": {a.Token}}.Encode()}
		m = Write(p, a.Kind, a.Values["name"], f, cmp.Or(o.Base, s.Contact.Site), federation(p, s))
		m.ID, m.Address = l.ID, a.Address
		return nil
	})
	return m, err
}

// end returns the way to the page on which letters of a kind end for a receiver.
func (o *Office) end(ctx context.Context, lang string, l *work.Letter) (string, error) {
	mac, err := o.Work.Mac(ctx, l.Receiver+"\x00"+l.Kind)
	return "/" + lang + "/letters/end/?" + url.Values{"to": {l.Receiver}, "kind": {l.Kind}, "sign": {mac}}.Encode(), err
}

// End ends letters of a kind for a receiver, by what the link says. It reports whether it is one of ours.
func End(ctx context.Context, s *work.Store, said url.Values) (kind string, ours bool, err error) {
	receiver, kind := said.Get("to"), said.Get("kind")
	ours, err = Ours(ctx, s, said)
	if err != nil || !ours {
		return kind, false, err
	}
	if what, id := cut(receiver); what == work.OfFollower {
		return kind, true, s.Unfollow(ctx, id)
	}
	return kind, true, s.Wish(ctx, receiver, kind, "no")
}

// Ours reports whether a link by which letters end is one of ours.
func Ours(ctx context.Context, s *work.Store, said url.Values) (bool, error) {
	mac, err := s.Mac(ctx, said.Get("to")+"\x00"+said.Get("kind"))
	return err == nil && hmac.Equal([]byte(mac), []byte(said.Get("sign"))) && Ends(said.Get("kind")), err
}
