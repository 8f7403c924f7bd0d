package signin

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/work"
)

// The codes are those of RFC 4226, Appendix D, and of RFC 6238, Appendix B (SHA-1; its eight digits end in our six).
func TestCodesOfTheStandards(t *testing.T) {
	secret := []byte("12345678901234567890")
	for at, want := range []string{"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"} {
		if got := codeOf(secret, int64(at)); got != want {
			t.Errorf("step %d: %s, want %s", at, got, want)
		}
	}
	for at, want := range map[int64]string{59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130"} {
		if got := codeOf(secret, at/step); got != want[2:] {
			t.Errorf("second %d: %s, want %s", at, got, want)
		}
	}
}

// A code holds in its own step and in those beside it.
func TestStepOfACode(t *testing.T) {
	secret, now := NewSecret(), time.Unix(1_700_000_000, 0)
	for off, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		at := now.Unix()/step + off
		if got := stepOf(secret, codeOf(secret, at), now); (got == at) != want && got != 0 {
			t.Errorf("%d steps away: %d", off, got)
		}
	}
}

// Recovery codes are read as people type them.
func TestRecoveryCodes(t *testing.T) {
	codes, kept := NewRecovery()
	if len(codes) != RecoveryCodes || len(kept) != RecoveryCodes {
		t.Fatalf("%d codes, %d kept", len(codes), len(kept))
	}
	for i, code := range codes {
		if recovery(strings.ToUpper(strings.ReplaceAll(code, "-", " "))) != kept[i] || recovery(code) != kept[i] {
			t.Errorf("%s is not known again", code)
		}
		if plain := strings.ReplaceAll(code, "-", ""); len(plain) != 16 || kept[i] != work.Hash(plain) {
			t.Errorf("%s is not 80 bits, or is kept otherwise", code)
		}
	}
}

// A sealed secret opens for its account, with the key that sealed it, also after another has come.
func TestSealer(t *testing.T) {
	old, err := NewSealer([]byte("old key"))
	renewed, failed := NewSealer([]byte("new key"), []byte("old key"))
	other, failed2 := NewSealer([]byte("new key"))
	none, failed3 := NewSealer()
	if err := errors.Join(err, failed, failed2, failed3); err != nil {
		t.Fatal(err)
	}
	sealed, err := old.Seal([]byte("secret"), "A0007")
	if err != nil || bytes.Contains(sealed, []byte("secret")) {
		t.Fatalf("%x, %v", sealed, err)
	}
	if got, err := renewed.Open(sealed, "A0007"); err != nil || string(got) != "secret" {
		t.Errorf("after the key was renewed: %q, %v", got, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"another account": func() ([]byte, error) { return old.Open(sealed, "A0008") },
		"another key":     func() ([]byte, error) { return other.Open(sealed, "A0007") },
		"no key":          func() ([]byte, error) { return none.Open(sealed, "A0007") },
	} {
		if got, err := open(); !errors.Is(err, ErrUnsealed) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := none.Seal([]byte("secret"), "A0007"); !errors.Is(err, ErrUnsealed) {
		t.Error(err)
	}
}
