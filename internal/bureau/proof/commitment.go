package proof

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// With each list the bureau publishes, for every player by ID and number, a
// commitment to the player's identity that does not name them: the SHA-256 over a
// salt of their own and the data that lists show. Whoever knows salt and name can
// prove that a list was about this person; nobody else can find out the name by
// guessing. When a person is forgotten, the salt is destroyed and the commitment
// remains, so that everything can still be verified.
//
// Each published list adds a line NUMBER COMMITMENT ID for every player who is
// new in it, or is shown differently than before.

// CommitmentKind is the kind of the commitment lines, by the number of the
// publication.
const CommitmentKind = "commitment"

// Salts are the salts of persons, by player ID. They are personal data.
var Salts = bureau.Table[string]{Kind: "salt"}

// committed is a commitment line.
type committed struct {
	number         uint32
	commitment, id string
}

// commitment returns the commitment to the data that lists show of a player.
func commitment(salt string, p *register.Player) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{"arpad.person/1", salt, p.ID, p.Name, p.NameLocal, ""}, "\n")))
	return hex.EncodeToString(sum[:])
}

// commit adds the commitment lines of a list, for those of the named players
// whom no earlier list shows in the same way. It returns the digest of all
// lines.
func commit(tx *bureau.Tx, seq int, named marks, ids []string) (string, error) {
	known, digest, err := committedBefore(tx, seq)
	if err != nil {
		return "", err
	}
	again := map[string]bool{}
	err = register.Renamed.Scan(tx, "", "", func(id string, _ *bool) (bool, error) {
		again[id] = true
		return true, nil
	})
	if err != nil {
		return "", err
	}
	var lines []byte
	for n, id := range ids {
		if !named.has(uint32(n)) || known.has(uint32(n)) && !again[id] {
			continue
		}
		is, err := commitTo(tx, id, known.has(uint32(n)))
		if err != nil {
			return "", err
		}
		if is != "" {
			lines = fmt.Appendf(lines, "%d %s %s\n", n, is, id)
		}
	}
	return lists.DigestOf(digest, lines), tx.Put(CommitmentKind, bureau.SeqKey(seq), lines)
}

// commitTo returns the commitment to a player, creating a salt if there is
// none. There are no new commitments to a forgotten player: an old line
// remains, and if there is none the salt is destroyed at once.
func commitTo(tx *bureau.Tx, id string, known bool) (string, error) {
	p, err := register.Players.Get(tx, id)
	if err != nil {
		return "", err
	}
	if p == nil {
		return "", fmt.Errorf("player %s is missing", id)
	}
	if known {
		if err := tx.Delete(register.Renamed.Kind, id); err != nil || p.Erased {
			return "", err
		}
	}
	salt, err := Salts.Get(tx, id)
	if err != nil {
		return "", err
	}
	if salt == nil {
		fresh := rand.Text()
		salt = &fresh
		if !p.Erased {
			err = Salts.Put(tx, id, salt)
		}
	}
	return commitment(*salt, p), err
}

// eachCommitted calls each for the commitment lines that a list has added.
func eachCommitted(lines []byte, each func(committed) error) error {
	for line := range bytes.Lines(lines) {
		text, whole := strings.CutSuffix(string(line), "\n")
		words := strings.SplitN(text, " ", 3)
		number, err := strconv.ParseUint(words[0], 10, 32)
		if err != nil || len(words) != 3 || !whole {
			return fmt.Errorf("the commitments have a line %q", line)
		}
		if err := each(committed{uint32(number), words[1], words[2]}); err != nil {
			return err
		}
	}
	return nil
}

// commitmentParts calls each with the lines added by each list up to seq.
func commitmentParts(r bureau.Reader, seq int, each func(lines []byte) error) error {
	return r.Scan(CommitmentKind, "", bureau.SeqKey(seq+1), func(_ string, lines []byte) (bool, error) {
		err := each(lines)
		return err == nil, err
	})
}

// committedBefore returns the players that the lists before seq have
// commitments for, and the digest of these lines.
func committedBefore(r bureau.Reader, seq int) (known marks, digest string, err error) {
	err = commitmentParts(r, seq-1, func(lines []byte) error {
		digest = lists.DigestOf(digest, lines)
		return eachCommitted(lines, func(l committed) error {
			known.set(l.number)
			return nil
		})
	})
	return known, digest, err
}
