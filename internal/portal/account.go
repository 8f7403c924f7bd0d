package portal

import (
	"net/http"
	"slices"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/signin"
)

// accountShown is what somebody's own account shows.
type accountShown struct {
	Name, Email string
	Roles       []string // the keys of their names
	Clubs       []string
	Passkeys    []passkeyShown
	Password    bool
	Codes       bool
	Recovery    int // codes that are left
	Strong      bool
	Sessions    []sessionShown
	Programs    bool // they may have keys
	Keys        []keyShown
	Scopes      []choice
	KeyName     string // as it was typed
}

type keyShown struct {
	Number, Name, Used string
	May                []string // the keys of their names
}

type passkeyShown struct {
	ID, Name, Host string
	Made, Used     string
	Here           bool // works at this address
}

type sessionShown struct {
	Hash, Browser, Seen string
	This                bool
}

// when returns a moment as the federation's clock has it.
func (v *visit) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	p := page.In(v.lang)
	return p.Text("desk.when", explain.Data{"day": p.Date(v.of.Day(t)), "time": v.of.Local(t).Format("15:04")})
}

func (v *visit) showAccount() (any, error) {
	ctx, a := v.r.Context(), v.is.Account
	s := accountShown{Name: a.Name, Email: a.Email, Strong: a.Strong()}
	for _, name := range account.NamesOf(a.Roles) {
		s.Roles = append(s.Roles, "account."+name)
	}
	var err error
	if s.Clubs, err = v.clubs(a.Clubs); err != nil {
		return nil, err
	}
	if f := a.Factors; f != nil {
		s.Password, s.Codes = f.Password != "", len(f.Codes) > 0
		spent, err := v.door.Work.Spent(ctx, v.is.Session.Account, f.Recovery)
		if err != nil {
			return nil, err
		}
		s.Recovery = len(f.Recovery) - spent
		for _, key := range f.Passkeys {
			var last struct{}
			used, found, err := v.door.Work.Passkey(ctx, key.ID, &last)
			if err != nil {
				return nil, err
			}
			one := passkeyShown{ID: key.ID, Name: key.Name, Host: key.Host, Made: v.when(key.Made), Here: v.door.Has(key)}
			if found {
				one.Used = v.when(used)
			}
			s.Passkeys = append(s.Passkeys, one)
		}
	}
	if s.Programs = a.Roles&bureau.Organiser != 0; s.Programs {
		if err := v.keys(&s); err != nil {
			return nil, err
		}
	}
	sessions, err := v.door.Work.Sessions(ctx, v.is.Session.Account)
	for _, one := range sessions {
		if one.Epoch == a.Epoch {
			s.Sessions = append(s.Sessions, sessionShown{one.Hash, one.Browser, v.when(one.Seen), one.Hash == v.is.Hash})
		}
	}
	return s, err
}

// keys adds the keys of programs to what an account shows.
func (v *visit) keys(s *accountShown) error {
	used, err := v.door.Work.Usage(v.r.Context(), v.is.Session.Account)
	if err != nil {
		return err
	}
	for _, key := range account.Keys(v.is.Account) {
		one := keyShown{Number: key.Number, Name: key.Name, Used: v.when(used[key.Number])}
		for _, scope := range key.May {
			one.May = append(one.May, "desk.key.may-"+scope)
		}
		s.Keys = append(s.Keys, one)
	}
	if v.field("do") == "key" {
		s.KeyName = v.field("name")
		s.Name = v.is.Account.Name
	}
	for _, scope := range account.Scopes {
		s.Scopes = append(s.Scopes, choice{Value: scope, Name: page.In(v.lang).Text("desk.key.may-"+scope, nil), Chosen: !v.r.PostForm.Has("do") || slices.Contains(v.r.PostForm["may"], scope)})
	}
	return nil
}

// madeShown is a key that was just made. It is shown once.
type madeShown struct{ Name, Token string }

// sendAccount ends sessions, changes a name, or makes and revokes keys of programs.
func (v *visit) sendAccount() error {
	ctx, number := v.r.Context(), v.is.Session.Account
	var err error
	switch v.field("do") {
	case "key":
		if !v.confirmed() { // whoever has it needs no more to sign in
			return finding.Refuse("factor-needed")
		}
		made, err := account.MakeKey(ctx, v.bureau, v.field("name"), v.r.PostForm["may"])
		if err != nil {
			return err
		}
		return v.show("key", http.StatusOK, shown{Of: madeShown{made.Name, made.Token}})
	case "revoke":
		err = account.RevokeKey(ctx, v.bureau, v.field("key"))
	case "end":
		err = v.door.Work.End(ctx, number, v.field("session"))
	case "end-others":
		err = v.door.Work.EndOthers(ctx, number, v.is.Hash)
	case "name":
		name := v.field("name")
		if name == "" {
			return said("desk.account.no-name")
		}
		_, err = account.Change(ctx, v.bureau, "name", func(a *bureau.Account) error {
			a.Name = name
			return nil
		})
	}
	if err != nil {
		return err
	}
	return v.lead("account")
}

// factorsPage is what the page shows on which somebody changes how they sign in.
type factorsPage struct {
	accountShown
	*factorsShown
}

func (v *visit) showFactors() (any, error) {
	a, err := v.showAccount()
	if err != nil {
		return nil, err
	}
	f, err := v.factors(v.is.Session.Account, v.is.Account)
	return factorsPage{a.(accountShown), f}, err
}

// sendFactors changes how somebody signs in. Whoever has the old way in is not let in by it any more: other sessions
// end where a way is taken away or replaced.
func (v *visit) sendFactors() error {
	ctx, number := v.r.Context(), v.is.Session.Account
	what, codes := v.field("do"), []string(nil)
	var f bureau.Factors
	var err error
	change := map[string]func(*bureau.Factors){
		"add-passkey": func(all *bureau.Factors) { all.Passkeys = append(all.Passkeys, f.Passkeys...) },
		"remove-passkey": func(all *bureau.Factors) {
			all.Passkeys = slices.DeleteFunc(all.Passkeys, func(p bureau.Passkey) bool { return p.ID == v.field("id") })
		},
		"password": func(all *bureau.Factors) {
			if all.Password = f.Password; f.Codes != nil {
				all.Codes = f.Codes
			}
		},
		"remove-password": func(all *bureau.Factors) { all.Password, all.Codes = "", nil },
		"recovery":        func(all *bureau.Factors) { all.Recovery = f.Recovery },
	}[what]
	switch what {
	case "add-passkey", "password":
		f, err = v.chosen(number, v.is.Account)
	case "recovery":
		codes, f.Recovery = signin.NewRecovery()
	}
	if err != nil {
		return err
	}
	if change == nil {
		return v.lead("account")
	}
	_, err = account.Change(ctx, v.bureau, what, func(a *bureau.Account) error {
		if a.Factors == nil {
			a.Factors = &bureau.Factors{}
		}
		change(a.Factors)
		if a.Factors.Password == "" && len(a.Factors.Passkeys) == 0 {
			return said("desk.factor.last")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if what != "recovery" && what != "add-passkey" {
		if err := v.door.Work.EndOthers(ctx, number, v.is.Hash); err != nil {
			return err
		}
	}
	token, err := v.door.Renew(ctx, v.is)
	if err != nil {
		return err
	}
	v.setCookie(ofSession, token, browserKnown)
	if codes != nil {
		return v.showRecovery(codes, "account")
	}
	return v.lead("account")
}
