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
	keysShown
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

// When returns a moment as the federation's clock has it.
func (v *Visit) When(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	p := page.In(v.Lang)
	return p.Text("desk.when", explain.Data{"day": p.Date(v.Of.Day(t)), "time": v.Of.Local(t).Format("15:04")})
}

func (v *Visit) showAccount() (any, error) {
	ctx, a := v.R.Context(), v.Is.Account
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
		spent, err := v.door.Work.Spent(ctx, v.Is.Session.Account, f.Recovery)
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
			one := passkeyShown{ID: key.ID, Name: key.Name, Host: key.Host, Made: v.When(key.Made), Here: v.door.Has(key)}
			if found {
				one.Used = v.When(used)
			}
			s.Passkeys = append(s.Passkeys, one)
		}
	}
	if s.keysShown, err = v.keys(v.Is.Session.Account, a); err != nil {
		return nil, err
	}
	sessions, err := v.door.Work.Sessions(ctx, v.Is.Session.Account)
	for _, one := range sessions {
		if one.Epoch == a.Epoch {
			s.Sessions = append(s.Sessions, sessionShown{one.Hash, one.Browser, v.When(one.Seen), one.Hash == v.Is.Hash})
		}
	}
	return s, err
}

// keysShown is what a page shows of the keys of programs that act for an account.
type keysShown struct {
	Programs bool // it may have keys
	Keys     []keyShown
	Scopes   []choice
	KeyName  string // as it was typed
}

// keys returns what is shown of the keys of an account.
func (v *Visit) keys(number string, a *bureau.Account) (s keysShown, err error) {
	if s.Programs = a.Roles&bureau.Organiser != 0; !s.Programs {
		return s, nil
	}
	used, err := v.door.Work.Usage(v.R.Context(), number)
	if err != nil {
		return s, err
	}
	for _, key := range account.Keys(a) {
		one := keyShown{Number: key.Number, Name: key.Name, Used: v.When(used[key.Number])}
		for _, scope := range key.May {
			one.May = append(one.May, "desk.key.may-"+scope)
		}
		s.Keys = append(s.Keys, one)
	}
	sent := v.Field("do") == "key"
	if sent {
		s.KeyName = v.Field("name")
	}
	for _, scope := range account.Scopes {
		s.Scopes = append(s.Scopes, choice{Value: scope, Name: page.In(v.Lang).Text("desk.key.may-"+scope, nil), Chosen: !sent || slices.Contains(v.R.PostForm["may"], scope)})
	}
	return s, nil
}

// madeShown is a key that was just made. It is shown once.
type madeShown struct{ Name, Token, Next string }

// sendAccount ends sessions, changes a name, or makes and revokes keys of programs.
func (v *Visit) sendAccount() error {
	ctx, number := v.R.Context(), v.Is.Session.Account
	var err error
	switch v.Field("do") {
	case "key":
		if !v.confirmed() { // whoever has it needs no more to sign in
			return finding.Refuse("factor-needed")
		}
		made, err := account.MakeKey(ctx, v.Bureau, v.Field("name"), v.R.PostForm["may"])
		if err != nil {
			return err
		}
		return v.showKey(made, "account")
	case "revoke":
		err = account.RevokeKey(ctx, v.Bureau, v.Field("key"))
	case "end":
		err = v.door.Work.End(ctx, number, v.Field("session"))
	case "end-others":
		err = v.door.Work.EndOthers(ctx, number, v.Is.Hash)
	case "name":
		name := v.Field("name")
		if name == "" {
			return Said("desk.account.no-name")
		}
		_, err = account.Change(ctx, v.Bureau, "name", func(a *bureau.Account) error {
			a.Name = name
			return nil
		})
	}
	if err != nil {
		return err
	}
	return v.Lead("account")
}

// showKey shows a key that was just made, and leads on to a page.
func (v *Visit) showKey(made *account.MadeKey, next string) error {
	return v.show(own, "key", http.StatusOK, shown{Of: madeShown{made.Name, made.Token, next}})
}

// factorsPage is what the page shows on which somebody changes how they sign in.
type factorsPage struct {
	accountShown
	*factorsShown
}

func (v *Visit) showFactors() (any, error) {
	a, err := v.showAccount()
	if err != nil {
		return nil, err
	}
	f, err := v.factors(v.Is.Session.Account, v.Is.Account)
	return factorsPage{a.(accountShown), f}, err
}

// sendFactors changes how somebody signs in. Whoever has the old way in is not let in by it any more: other sessions
// end where a way is taken away or replaced.
func (v *Visit) sendFactors() error {
	ctx, number := v.R.Context(), v.Is.Session.Account
	what, codes := v.Field("do"), []string(nil)
	var f bureau.Factors
	var err error
	change := map[string]func(*bureau.Factors){
		"add-passkey": func(all *bureau.Factors) { all.Passkeys = append(all.Passkeys, f.Passkeys...) },
		"remove-passkey": func(all *bureau.Factors) {
			all.Passkeys = slices.DeleteFunc(all.Passkeys, func(p bureau.Passkey) bool { return p.ID == v.Field("id") })
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
		f, err = v.chosen(number, v.Is.Account)
	case "recovery":
		codes, f.Recovery = signin.NewRecovery()
	}
	if err != nil {
		return err
	}
	if change == nil {
		return v.Lead("account")
	}
	_, err = account.Change(ctx, v.Bureau, what, func(a *bureau.Account) error {
		if a.Factors == nil {
			a.Factors = &bureau.Factors{}
		}
		change(a.Factors)
		if a.Factors.Password == "" && len(a.Factors.Passkeys) == 0 {
			return Said("desk.factor.last")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if what != "recovery" && what != "add-passkey" {
		if err := v.door.Work.EndOthers(ctx, number, v.Is.Hash); err != nil {
			return err
		}
	}
	token, err := v.door.Renew(ctx, v.Is)
	if err != nil {
		return err
	}
	v.setCookie(ofSession, token, browserKnown)
	if codes != nil {
		return v.showRecovery(codes, "account")
	}
	return v.Lead("account")
}
