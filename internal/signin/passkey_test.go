package signin

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// device is an authenticator with a passkey at a site.
type device struct {
	*hall
	site virtualwebauthn.RelyingParty
	has  virtualwebauthn.Authenticator
	key  virtualwebauthn.Credential
}

// newDevice returns a device that has made a passkey for the officer.
func newDevice(h *hall) *device {
	h.t.Helper()
	h.moves("https://ratings.example.jp")
	d := &device{hall: h, site: virtualwebauthn.RelyingParty{Name: "Rating office", ID: "ratings.example.jp", Origin: "https://ratings.example.jp"}}
	d.has = virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte("A0002")})
	for d.key.Key == nil || !d.readable() {
		d.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	a, err := h.account(h.t.Context(), "A0002")
	h.must(err)
	asked, err := h.AskNew(h.t.Context(), "A0002", a)
	h.must(err)
	options, err := virtualwebauthn.ParseAttestationOptions(d.text(asked.Options))
	h.must(err)
	made, err := h.New(h.t.Context(), "A0002", a, asked.Ceremony, []byte(virtualwebauthn.CreateAttestationResponse(d.site, d.has, d.key, *options)), "telephone")
	h.must(err)
	h.change("A0002", func(a *bureau.Account) { a.Factors.Passkeys = append(a.Factors.Passkeys, made) })
	d.has.AddCredential(d.key)
	return d
}

// readable reports whether the two libraries write the key alike: one of them leaves leading zeros out.
func (d *device) readable() bool {
	const whole = 77 // bytes of two coordinates of 32 bytes, and what is around them
	return len(d.key.Key.AttestationData()) == whole
}

func (d *device) text(options any) string {
	d.t.Helper()
	text, err := json.Marshal(options)
	d.must(err)
	return string(text)
}

// answers returns the ceremony that was asked for and the device's answer.
func (d *device) answers(asked *Asked, err error) (ceremony string, answer []byte) {
	d.t.Helper()
	d.must(err)
	options, err := virtualwebauthn.ParseAssertionOptions(d.text(asked.Options))
	d.must(err)
	d.key.Counter++
	return asked.Ceremony, []byte(virtualwebauthn.CreateAssertionResponse(d.site, d.has, d.key, *options))
}

// A passkey signs in with nothing else, and is a fresh second factor.
func TestPasskeySignsIn(t *testing.T) {
	d := newDevice(open(t, storetest.Create(t, storetest.File(t))))
	ceremony, answer := d.answers(d.AskPasskey(t.Context()))
	in, err := d.Passkey(t.Context(), ceremony, answer, "Firefox")
	d.must(err)
	is := d.is(in.Session)
	if is == nil || is.Actor.Account != "A0002" || is.Actor.Roles != bureau.Officer || !is.Actor.Fresh.Equal(d.now) {
		t.Fatalf("signed in as %+v", is)
	}
	d.now = d.now.Add(time.Hour)
	ceremony, answer = d.answers(d.AskConfirm(t.Context(), "A0002", is.Account))
	token, err := d.ConfirmPasskey(t.Context(), is, ceremony, answer)
	d.must(err)
	if now := d.is(token); now == nil || !now.Actor.Fresh.Equal(d.now) || d.is(in.Session) != nil {
		t.Errorf("after it was shown again: %+v", now)
	}
}

// moves has the door at another address.
func (h *hall) moves(address string) {
	h.t.Helper()
	at, err := h.At("Rating office", address)
	h.must(err)
	h.Door = at
}

// What is wrong with a passkey has one answer.
func TestWrongPasskeys(t *testing.T) {
	for name, wrong := range map[string]func(d *device) (ceremony string, answer []byte){
		"answered twice": func(d *device) (string, []byte) {
			ceremony, answer := d.answers(d.AskPasskey(t.Context()))
			_, err := d.Passkey(t.Context(), ceremony, answer, "")
			d.must(err)
			return ceremony, answer
		},
		"answered late": func(d *device) (string, []byte) {
			ceremony, answer := d.answers(d.AskPasskey(t.Context()))
			d.now = d.now.Add(ceremonyHolds)
			return ceremony, answer
		},
		"another origin": func(d *device) (string, []byte) {
			d.site.Origin = "https://ratings.example.com"
			return d.answers(d.AskPasskey(t.Context()))
		},
		"another site": func(d *device) (string, []byte) {
			d.site.ID = "example.com"
			return d.answers(d.AskPasskey(t.Context()))
		},
		"nobody was asked for a finger": func(d *device) (string, []byte) {
			d.has.Options.UserNotVerified = true
			return d.answers(d.AskPasskey(t.Context()))
		},
		"another account": func(d *device) (string, []byte) {
			d.has.Options.UserHandle = []byte("A0001")
			return d.answers(d.AskPasskey(t.Context()))
		},
		"another key": func(d *device) (string, []byte) {
			d.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
			return d.answers(d.AskPasskey(t.Context()))
		},
		"another purpose": func(d *device) (string, []byte) {
			a, err := d.account(t.Context(), "A0002")
			d.must(err)
			return d.answers(d.AskConfirm(t.Context(), "A0002", a))
		},
		"the counter goes back": func(d *device) (string, []byte) {
			d.key.Counter = 100
			ceremony, answer := d.answers(d.AskPasskey(t.Context()))
			_, err := d.Passkey(t.Context(), ceremony, answer, "")
			d.must(err)
			d.key.Counter = 50
			return d.answers(d.AskPasskey(t.Context()))
		},
		"disabled": func(d *device) (string, []byte) {
			d.change("A0002", func(a *bureau.Account) { a.Disabled = true })
			return d.answers(d.AskPasskey(t.Context()))
		},
		"the site has another name now": func(d *device) (string, []byte) {
			d.moves("https://elo.example.jp")
			return d.answers(d.AskPasskey(t.Context()))
		},
		"nonsense": func(d *device) (string, []byte) {
			asked, err := d.AskPasskey(t.Context())
			d.must(err)
			return asked.Ceremony, []byte("{}")
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDevice(open(t, storetest.Create(t, storetest.File(t))))
			ceremony, answer := wrong(d)
			if in, err := d.Passkey(t.Context(), ceremony, answer, ""); !errors.Is(err, ErrWrong) || in != nil {
				t.Errorf("%+v, %v", in, err)
			}
		})
	}
}

// Passkeys need a name, and TLS or this machine itself.
func TestWherePasskeysWork(t *testing.T) {
	for address, want := range map[string]bool{
		"https://ratings.example.jp": true, "http://localhost:8080": true, "http://127.0.0.1:8080": false, "http://[::1]:8080": false,
		"http://club.lan": false, "https://192.0.2.7": false,
	} {
		d, err := (&Door{}).At("Rating office", address)
		if err != nil || d.Passkeys() != want {
			t.Errorf("%s: %t (%v), want %t", address, d.Passkeys(), err, want)
		}
	}
}
