package signin

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
)

// NewSecret returns a new secret of one-time codes.
func NewSecret() []byte {
	secret := make([]byte, 20)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// SecretText returns a secret as people type it into authenticator apps.
func SecretText(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// SecretAddress returns a secret in the form that authenticator apps read.
func SecretAddress(secret []byte, site, name string) string {
	return "otpauth://totp/" + url.PathEscape(site+":"+name) + "?" + strings.ReplaceAll(url.Values{"secret": {SecretText(secret)}, "issuer": {site}}.Encode(), "+", "%20")
}

const step = 30 // seconds, RFC 6238

// codeOf returns the code of a time step: six digits, RFC 4226 5.3.
func codeOf(secret []byte, at int64) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, at) // a hash never fails
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[from:])&0x7fffffff)%1_000_000)
}

// stepOf returns the time step of a code: that of now, or one next to it; 0 if it is none of these.
func stepOf(secret []byte, code string, now time.Time) (found int64) {
	for at := now.Unix()/step - 1; at <= now.Unix()/step+1; at++ {
		if subtle.ConstantTimeCompare([]byte(codeOf(secret, at)), []byte(code)) == 1 {
			found = at
		}
	}
	return found
}

// RecoveryCodes is how many recovery codes somebody has.
const RecoveryCodes = 10

// NewRecovery returns new recovery codes of 80 bits, in four groups of four, and what is kept of them.
func NewRecovery() (codes, kept []string) {
	for range RecoveryCodes {
		random := make([]byte, 10)
		_, _ = rand.Read(random) // never fails
		text := strings.ToLower(base32.StdEncoding.EncodeToString(random))
		codes = append(codes, text[:4]+"-"+text[4:8]+"-"+text[8:12]+"-"+text[12:])
		kept = append(kept, bureau.TokenHash(text))
	}
	return codes, kept
}

// recovery returns what is kept of a code as somebody has typed it.
func recovery(typed string) string {
	return bureau.TokenHash(strings.NewReplacer("-", "", " ", "", "0", "o", "1", "l").Replace(strings.ToLower(typed)))
}

// Sealer keeps the secrets of one-time codes unreadable for whoever has the database only.
type Sealer struct {
	keys []cipher.AEAD
	salt []byte // of the places of the Throttle
}

// NewSealer returns what seals with the first of some keys and opens with any: the bureau's, and those
// that it had before.
func NewSealer(keys ...[]byte) (*Sealer, error) {
	s := &Sealer{salt: NewSecret()}
	if len(keys) > 0 {
		var err error
		if s.salt, err = hkdf.Key(sha256.New, keys[0], nil, "arpad tries", sha256.Size); err != nil {
			return nil, err
		}
	}
	for _, key := range keys {
		derived, err := hkdf.Key(sha256.New, key, nil, "arpad one-time codes", 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(derived)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, aead)
	}
	return s, nil
}

// ErrUnsealed reports that there is no key for a secret.
var ErrUnsealed = errors.New("there is no key for the secret of the one-time codes")

// Seal returns a secret sealed for an account.
func (s *Sealer) Seal(secret []byte, account string) ([]byte, error) {
	if len(s.keys) == 0 {
		return nil, ErrUnsealed
	}
	return s.keys[0].Seal(nil, nil, secret, []byte(account)), nil
}

// Open returns the secret that was sealed for an account.
func (s *Sealer) Open(sealed []byte, account string) ([]byte, error) {
	for _, key := range s.keys {
		if secret, err := key.Open(nil, nil, sealed, []byte(account)); err == nil {
			return secret, nil
		}
	}
	return nil, ErrUnsealed
}

// AskCodes returns a new secret of one-time codes for an account, and the same sealed: it goes with the first
// code that the app shows.
func (d *Door) AskCodes(number string) (secret []byte, sealed string, err error) {
	secret = NewSecret()
	kept, err := d.Sealer.Seal(secret, newCodes+number)
	return secret, base64.RawURLEncoding.EncodeToString(kept), err
}

// newCodes is before the number of an account in what a secret is sealed for until its first code came.
const newCodes = "new "

// AskedCodes returns the secret that AskCodes has sealed.
func (d *Door) AskedCodes(number, sealed string) ([]byte, error) {
	kept, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return nil, wrong(err)
	}
	secret, err := d.Sealer.Open(kept, newCodes+number)
	if err != nil {
		return nil, wrong(err)
	}
	return secret, nil
}

// NewCodes returns what is kept of the secret of an account's one-time codes, if the code is one of now.
func (d *Door) NewCodes(ctx context.Context, number, sealed, code string) ([]byte, error) {
	secret, err := d.AskedCodes(number, sealed)
	if err != nil {
		return nil, err
	}
	at := stepOf(secret, strings.TrimSpace(code), d.Work.Now())
	if at == 0 {
		return nil, ErrWrong
	}
	if _, err := d.Work.Step(ctx, number, at); err != nil {
		return nil, err
	}
	return d.Sealer.Seal(secret, number)
}
