package work

import (
	"encoding/base64"
	"strings"
)

// Sealer seals what is kept of an account, and opens it.
type Sealer interface {
	Seal(plain []byte, account string) (sealed []byte, err error)
	Open(sealed []byte, account string) (plain []byte, err error)
}

// sealedBy is what a sealed text begins with.
const sealedBy = "sealed:"

// seal returns a text as it is kept of an account.
func (s *Store) seal(text, account string) (string, error) {
	if s.Sealer == nil {
		return text, nil
	}
	sealed, err := s.Sealer.Seal([]byte(text), account)
	return sealedBy + base64.StdEncoding.EncodeToString(sealed), err
}

// opened returns a text as it was before it was sealed; empty: there is no key for it.
func opened(by Sealer, text, account string) string {
	encoded, is := strings.CutPrefix(text, sealedBy)
	if !is {
		return text
	}
	sealed, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || by == nil {
		return ""
	}
	plain, err := by.Open(sealed, account)
	if err != nil {
		return ""
	}
	return string(plain)
}
