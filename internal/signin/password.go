package signin

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// Passwords are kept as Argon2id with 19 MiB, two passes and one thread, which OWASP names first for it:
// 21 ms, of which two run at once.
const (
	kib, passes, threads = 19 << 10, 2, 1
	patience             = 10 * time.Second // for one's turn

	// ShortestPassword is how many characters a password has at least.
	ShortestPassword = 12
	longestPassword  = 1000 // bytes
)

// ErrBusy reports that too many are signing in.
var ErrBusy = errors.New("many people are signing in")

var turns = make(chan struct{}, 2)

// nobody is the hash that is compared where there is no account or no password: it costs as much.
var nobody = encode(make([]byte, 16), make([]byte, 32))

// HashPassword returns what is kept of a password.
func HashPassword(ctx context.Context, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	hash, err := derive(ctx, password, salt)
	return encode(salt, hash), err
}

// GoodPassword reports whether a password may be chosen.
func GoodPassword(password string) bool {
	return utf8.ValidString(password) && utf8.RuneCountInString(password) >= ShortestPassword && len(password) <= longestPassword
}

// checkPassword reports whether a password is that of what is kept. An empty one is nobody's.
func checkPassword(ctx context.Context, kept, password string) (bool, error) {
	known := kept != ""
	if !known {
		kept = nobody
	}
	parts := strings.Split(kept, "$")
	if len(parts) != 6 || strings.Join(parts[:4], "$") != form {
		return false, errors.New("this is not what is kept of a password")
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	want, failed := base64.RawStdEncoding.DecodeString(parts[5])
	if err = errors.Join(err, failed); err != nil {
		return false, err
	}
	got, err := derive(ctx, password, salt)
	return subtle.ConstantTimeCompare(got, want) == 1 && known, err
}

// form is how what is kept of a password begins.
var form = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d", argon2.Version, kib, passes, threads)

func encode(salt, hash []byte) string {
	return form + "$" + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(hash)
}

// derive waits for its turn.
func derive(ctx context.Context, password string, salt []byte) ([]byte, error) {
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case turns <- struct{}{}:
	case <-wait.C:
		return nil, ErrBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-turns }()
	password = norm.NFC.String(password[:min(len(password), longestPassword)]) // keyboards differ
	return argon2.IDKey([]byte(password), salt, passes, kib, threads, 32), nil
}
