package bureau

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// With its lists the bureau publishes, for each player by ID and number, a
// commitment to whom it means, without naming him: the SHA-256 over a salt that
// is his alone and what lists show of him. Who knows salt and name can prove that
// a list was about him; nobody else can find out a name by guessing. When a
// person is forgotten the salt goes and the commitment stays, so that everything
// can still be verified.
//
// Each published list adds a line NUMBER COMMITMENT ID for every player who is
// new in it, or is shown otherwise than before.

const commitmentKind = "commitment" // the lines, by the number of the publication

var (
	salts   = table[string]{"salt"}  // by ID; personal
	renamed = table[bool]{"renamed"} // by ID: lists are to show the player otherwise than before
)

// committed is a line of the commitments.
type committed struct {
	number         uint32
	commitment, id string
}

// commitment gives the commitment to what lists show of a player.
func commitment(salt string, p *Player) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{"arpad.person/1", salt, p.ID, p.Name, p.NameLocal, ""}, "\n")))
	return hex.EncodeToString(sum[:])
}

// rename notes that lists are to show a player otherwise, if they are.
func (tx *Tx) rename(before, p *Player) error {
	if before.Name == p.Name && before.NameLocal == p.NameLocal {
		return nil
	}
	yes := true
	return renamed.put(tx, p.ID, &yes)
}

// commit adds the lines of a list to the commitments: of those of the named
// players whom it does not show as a list before has shown them. It gives the
// digest of all lines.
func (tx *Tx) commit(seq int, named marks, ids []string) (string, error) {
	known, digest, err := committedBefore(tx, seq)
	if err != nil {
		return "", err
	}
	again := map[string]bool{}
	err = renamed.scan(tx, "", "", func(id string, _ *bool) (bool, error) {
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
		is, err := tx.commitTo(id, known.has(uint32(n)))
		if err != nil {
			return "", err
		}
		if is != "" {
			lines = fmt.Appendf(lines, "%d %s %s\n", n, is, id)
		}
	}
	return digestOf(digest, lines), tx.Put(commitmentKind, seqKey(seq), lines)
}

// commitTo makes a commitment to a player, with his salt; who has none gets one.
// To somebody who was forgotten nobody is committed any more: his old line
// stays, and if there is none his salt is thrown away at once.
func (tx *Tx) commitTo(id string, known bool) (string, error) {
	p, err := players.get(tx, id)
	if err != nil {
		return "", err
	}
	if p == nil {
		return "", fmt.Errorf("player %s is missing", id)
	}
	if known {
		if err := tx.Delete(renamed.kind, id); err != nil || p.Erased {
			return "", err
		}
	}
	salt, err := salts.get(tx, id)
	if err != nil {
		return "", err
	}
	if salt == nil {
		fresh := rand.Text()
		salt = &fresh
		if !p.Erased {
			err = salts.put(tx, id, salt)
		}
	}
	return commitment(*salt, p), err
}

// eachCommitted calls each with the lines that a list has added.
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

// commitmentParts calls each with what the lists up to one have added.
func commitmentParts(r Reader, seq int, each func(lines []byte) error) error {
	return r.Scan(commitmentKind, "", seqKey(seq+1), func(_ string, lines []byte) (bool, error) {
		err := each(lines)
		return err == nil, err
	})
}

// committedBefore says to whom the lists before one have committed the bureau,
// and gives the digest of their lines.
func committedBefore(r Reader, seq int) (known marks, digest string, err error) {
	err = commitmentParts(r, seq-1, func(lines []byte) error {
		digest = digestOf(digest, lines)
		return eachCommitted(lines, func(l committed) error {
			known.set(l.number)
			return nil
		})
	})
	return known, digest, err
}

// forgetSalt destroys the salts of a person: nobody can open the commitments any
// more.
func (tx *Tx) forgetSalt(who *self) error {
	for _, id := range who.ids {
		if err := tx.Delete(salts.kind, id); err != nil {
			return err
		}
	}
	return nil
}
