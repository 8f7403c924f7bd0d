package tamper

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/arpadchess/arpad/internal/settle"
)

// Key is a bureau's key. Its name is the origin of the tree, the first line of
// each checkpoint.
type Key struct {
	Public  string // the public key: NAME+HASH+KEY
	private string
	signer  note.Signer
	at      string // the socket of the signer that has the private key; empty: it is here
}

// NewKey generates a key. The name must not contain spaces or a plus sign.
func NewKey(name string) (*Key, error) {
	private, public, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		return nil, err
	}
	return parseKey(private + "\n" + public + "\n")
}

// OpenKey reads a key file. If it does not exist, the error is fs.ErrNotExist.
func OpenKey(path string) (*Key, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	k, err := parseKey(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// awayPrefix is that of the first line of the file that a server has in place of the key.
const awayPrefix = "unix:"

// parseKey parses the two lines of a key file: private key, public key; or what a server has in its place.
func parseKey(text string) (*Key, error) {
	if away, is := strings.CutPrefix(strings.TrimSuffix(text, "\n"), awayPrefix); is {
		return parseAway(away)
	}
	private, public, two := strings.Cut(strings.TrimSuffix(text, "\n"), "\n")
	if !two {
		return nil, errors.New("it is no key")
	}
	signer, err := note.NewSigner(private)
	if err != nil {
		return nil, err
	}
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return nil, err
	}
	if verifier.Name() != signer.Name() || verifier.KeyHash() != signer.KeyHash() {
		return nil, errors.New("the public key is not that of the private one")
	}
	return &Key{Public: public, private: private, signer: signer}, nil
}

// parseAway parses the file that a server has in place of the key, without its prefix.
func parseAway(text string) (*Key, error) {
	lines := strings.Split(text, "\n")
	const all = 3
	if len(lines) != all || lines[0] == "" || lines[all-1] == "" {
		return nil, errors.New("it is no key")
	}
	_, err := note.NewVerifier(lines[1])
	return &Key{Public: lines[1], at: lines[0]}, err
}

// Save writes the key to a new file that only its owner can read. If the file
// exists, the error is fs.ErrExist.
func (k *Key) Save(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &os.PathError{Op: "save", Path: path, Err: os.ErrExist}
	}
	return settle.Replace(path, []byte(k.private+"\n"+k.Public+"\n"))
}
