package players

import (
	"errors"
	"net/http"
	"net/mail"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// The kinds of letters that somebody gets who asks without an account.
const (
	toConfirm = "confirm-inquiry"
	toFollow  = "inquiry-state"
)

// stateDays is for how many days the link to an inquiry holds.
const stateDays = 400

// waitsShown is what the page shows that says that a letter is on its way.
type waitsShown struct {
	Email string
	Days  string // the key of what is done within three days
}

// goodAddress reports whether a text is an e-mail address as forms take it.
func goodAddress(text string) bool {
	is, err := mail.ParseAddress(text)
	return err == nil && is.Address == text && is.Name == "" && len(text) <= 254
}

// visitor keeps what somebody asks who is not signed in, until they open the link in the letter that they get. Whether the address has
// had too many is said to nobody. The letter has nothing that they have written themselves: nobody sends words to others by it.
func (s *askShown) visitor(v *portal.Visit) error {
	if s.Who == "" || !goodAddress(s.Email) {
		return portal.Said("desk.wrong.no-email")
	}
	p := v.Printer()
	about := p.Text("desk.wrong.about-"+chosen(s.Abouts), nil)
	if s.Name != "" {
		about += p.Text("web.comma", nil) + s.Name
	}
	_, err := v.Work().Ask(v.R.Context(), work.Asked{
		Kind: toConfirm, Address: s.Email, Language: v.Lang, Path: "inquiry/confirm", Subject: s.Key,
		Values: map[string]string{"about": about, "who": s.Who, "what": s.says(p), "player": s.Player, "list": s.List, "event": s.about()},
	})
	if err != nil && !errors.Is(err, work.ErrOften) {
		return err
	}
	return v.Show("waits", http.StatusOK, waitsShown{s.Email, "desk.wrong.waits-days"})
}

// asked returns what the link of the visitor is for.
func asked(v *portal.Visit, kind string) (*work.Asked, error) {
	a, err := v.Work().Asked(v.R.Context(), kind, v.Code())
	if errors.Is(err, work.ErrGone) {
		err = portal.Said("desk.wrong.gone")
	}
	return a, err
}

// confirmShown is what the page shows to which the link in the letter leads.
type confirmShown struct{ What, Who, Email string }

func showConfirm(v *portal.Visit) (any, error) {
	a, err := asked(v, toConfirm)
	if err != nil {
		return nil, err
	}
	return confirmShown{a.Values["what"], a.Values["who"], a.Address}, nil
}

// visitors is who asks without an account. All of them have one number in the log.
var visitors = bureau.Actor{Name: "visitor", Login: "visitor", Roles: bureau.Player}

// sendConfirm records what somebody has asked. From then on it has come; they get a letter with a link to where it stands.
func sendConfirm(v *portal.Visit) error {
	a, err := asked(v, toConfirm)
	if err != nil {
		return err
	}
	ctx := v.R.Context()
	v.Bureau.Actor = visitors
	does := &act.AddInquiry{Who: a.Values["who"], Contact: a.Address, What: a.Values["what"], Player: a.Values["player"], List: a.Values["list"], Event: a.Values["event"], Account: a.Values["account"] != ""}
	out, err := act.Do(ctx, v.Bureau, does, act.With{Key: "visitor " + bureau.TokenHash(v.Code())})
	if err != nil {
		return err
	}
	if _, err := v.Work().Confirm(ctx, toConfirm, v.Code()); err != nil && !errors.Is(err, work.ErrGone) {
		return err
	}
	if !out.Again {
		_, err = v.Work().Ask(ctx, work.Asked{
			Kind: toFollow, Address: a.Address, Language: v.Lang, Path: "inquiry/state", Subject: out.Subject, Values: map[string]string{"about": out.Subject},
			Expires: v.Bureau.Clock().AddDate(0, 0, stateDays),
		})
		if err != nil && !errors.Is(err, work.ErrOften) {
			return err
		}
	}
	return v.Show("sent", http.StatusOK, sentShown{Number: out.Subject, Email: a.Address})
}

// stateOf has the visitor act as who asked, and returns the number of the inquiry that their link is for.
func stateOf(v *portal.Visit) (number string, err error) {
	a, err := asked(v, toFollow)
	if err != nil {
		return "", err
	}
	return a.Subject, view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		by, err := correction.AskedBy(r, a.Subject)
		v.Bureau.Actor = bureau.Actor{Account: by, Name: visitors.Name, Roles: bureau.Player}
		return err
	})
}

func showState(v *portal.Visit) (any, error) {
	number, err := stateOf(v)
	if err != nil {
		return nil, err
	}
	return inquiryOf(v, number)
}

func sendState(v *portal.Visit) error {
	number, err := stateOf(v)
	if err != nil {
		return err
	}
	return withdraws(v, number)
}
