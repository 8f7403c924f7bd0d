package bureau

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// NewToken returns a new secret of 128 bits, for a cookie or a link.
func NewToken() string { return rand.Text() }

// TokenHash returns what is stored of a token or a code.
func TokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
