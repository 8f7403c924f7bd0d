package signin

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/arpadchess/arpad/internal/bureau"
)

// What a ceremony of a passkey is for.
const (
	toSignIn  = "sign-in"
	toAdd     = "add"
	toConfirm = "confirm"
	forCode   = "code" // no passkey: a password was right, and a code is asked for

	ceremonyHolds = 5 * time.Minute
)

// passkeys returns the rules for passkeys at a public address.
func passkeys(site string, address *url.URL) (*webauthn.WebAuthn, error) {
	limit := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyHolds, TimeoutUVD: ceremonyHolds}
	return webauthn.New(&webauthn.Config{
		RPID: address.Hostname(), RPDisplayName: site, RPOrigins: []string{address.Scheme + "://" + address.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
	})
}

// user is an account as the library sees it.
type user struct {
	number string
	*bureau.Account
	keys []webauthn.Credential // those of this host, as they were last used
}

// WebAuthnID implements webauthn.User.
func (u *user) WebAuthnID() []byte { return []byte(u.number) }

// WebAuthnName implements webauthn.User.
func (u *user) WebAuthnName() string { return u.Email }

// WebAuthnDisplayName implements webauthn.User.
func (u *user) WebAuthnDisplayName() string { return u.Name }

// WebAuthnCredentials implements webauthn.User.
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.keys }

// state is what changes of a passkey when it is used.
type state struct {
	Flags   webauthn.CredentialFlags `json:"flags"`
	Counter uint32                   `json:"counter"`
}

// user returns an account with its passkeys at this host.
func (d *Door) user(ctx context.Context, number string, a *bureau.Account) (*user, error) {
	u := &user{number: number, Account: a}
	if a.Factors == nil {
		return u, nil
	}
	for _, p := range a.Factors.Passkeys {
		if p.Host != d.host {
			continue
		}
		var key webauthn.Credential
		var last state
		err := json.Unmarshal(p.Credential, &key)
		if err != nil {
			return nil, err
		}
		_, used, err := d.Work.Passkey(ctx, p.ID, &last)
		if err != nil {
			return nil, err
		}
		if used {
			key.Flags, key.Authenticator.SignCount = last.Flags, last.Counter
		}
		u.keys = append(u.keys, key)
	}
	return u, nil
}

// Has reports whether a passkey works here.
func (d *Door) Has(p bureau.Passkey) bool { return d.keys != nil && p.Host == d.host }

// Asked is what a browser is asked with, and the token of the ceremony, which goes with its answer.
type Asked struct {
	Ceremony string `json:"ceremony"`
	Options  any    `json:"options"`
}

// hold keeps a ceremony that has begun.
func (d *Door) hold(ctx context.Context, purpose, number string, options any, data *webauthn.SessionData, err error) (*Asked, error) {
	if err != nil {
		return nil, err
	}
	token, err := d.Work.Hold(ctx, purpose, number, data, ceremonyHolds)
	return &Asked{token, options}, err
}

// AskPasskey begins signing in with a passkey: the browser knows whose.
func (d *Door) AskPasskey(ctx context.Context) (*Asked, error) {
	options, data, err := d.keys.BeginDiscoverableLogin()
	return d.hold(ctx, toSignIn, "", options, data, err)
}

// AskConfirm begins showing a passkey of an account again.
func (d *Door) AskConfirm(ctx context.Context, number string, a *bureau.Account) (*Asked, error) {
	u, err := d.user(ctx, number, a)
	if err != nil {
		return nil, err
	}
	if len(u.keys) == 0 { // none that works here
		return nil, ErrWrong
	}
	options, data, err := d.keys.BeginLogin(u)
	return d.hold(ctx, toConfirm, number, options, data, err)
}

// AskNew begins making a passkey for an account.
func (d *Door) AskNew(ctx context.Context, number string, a *bureau.Account) (*Asked, error) {
	u, err := d.user(ctx, number, a)
	if err != nil {
		return nil, err
	}
	options, data, err := d.keys.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.keys).CredentialDescriptors()))
	return d.hold(ctx, toAdd, number, options, data, err)
}

// New returns the passkey that a browser has made for an account.
func (d *Door) New(ctx context.Context, number string, a *bureau.Account, ceremony string, answer []byte, name string) (bureau.Passkey, error) {
	var data webauthn.SessionData
	whose, err := d.Work.Take(ctx, toAdd, ceremony, &data)
	if err != nil || whose != number {
		return bureau.Passkey{}, wrong(err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return bureau.Passkey{}, wrong(err)
	}
	made, err := d.keys.CreateCredential(&user{number: number, Account: a}, data, parsed)
	if err != nil {
		return bureau.Passkey{}, wrong(err)
	}
	made.Attestation = webauthn.CredentialAttestation{} // nobody asks for it again
	kept, err := json.Marshal(made)
	return bureau.Passkey{ID: base64.RawURLEncoding.EncodeToString(made.ID), Host: d.host, Name: name, Made: d.Work.Now().UTC().Truncate(time.Second), Credential: kept}, err
}

// Passkey signs in who answers with a passkey.
func (d *Door) Passkey(ctx context.Context, ceremony string, answer []byte, browser string) (*Entered, error) {
	number, a, err := d.shown(ctx, toSignIn, "", ceremony, answer)
	if err != nil {
		return nil, err
	}
	return d.enter(ctx, number, a, true, browser)
}

// shown returns whose passkey was shown. For all that is wrong there is one answer.
func (d *Door) shown(ctx context.Context, purpose, number, ceremony string, answer []byte) (string, *bureau.Account, error) {
	var data webauthn.SessionData
	whose, err := d.Work.Take(ctx, purpose, ceremony, &data)
	if err != nil || whose != number {
		return "", nil, wrong(err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", nil, wrong(err)
	}
	var u *user
	find := func(id string) (err error) {
		a, err := d.account(ctx, id)
		if err == nil && (a == nil || !a.May()) {
			err = ErrWrong
		}
		if err == nil {
			u, err = d.user(ctx, id, a)
		}
		return err
	}
	var key *webauthn.Credential
	if purpose == toSignIn {
		_, key, err = d.keys.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
			err := find(string(handle))
			return u, err
		}, data, parsed)
	} else if err = find(number); err == nil {
		key, err = d.keys.ValidateLogin(u, data, parsed)
	}
	switch {
	case err != nil:
		return "", nil, wrong(err)
	case key.Authenticator.CloneWarning:
		return "", nil, wrong(errors.New("the counter of the passkey went back: it may be a copy"))
	}
	id := base64.RawURLEncoding.EncodeToString(key.ID)
	return u.number, u.Account, d.Work.UsedPasskey(ctx, u.number, id, state{key.Flags, key.Authenticator.SignCount})
}
