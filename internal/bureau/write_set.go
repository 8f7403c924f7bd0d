package bureau

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/wire"
)

// WriteSet is what a transaction has written: the digest of each document, by kind
// and key. An entry of the audit log includes the digest of the packed write set, so
// the log says for every document what it is.
type WriteSet struct{ written map[string]map[string]Digest }

// WriteSets is the kind of the packed write sets, by the number of the log entry.
const WriteSets = "audit-writes"

// The kinds of which write sets do not speak. The log itself is chained; search keys
// by name and FIDE ID are derived from the players, and verify derives them again.
var unlogged = []string{Entries.Kind, Heads.Kind, WriteSets, "player-name", "player-fide"}

// The kinds whose keys hold names that people have typed: write sets have digests of
// such keys, because they outlive what they speak of, with the salt of the document,
// which does not.
var namedKinds = append([]string{"announcement-event", "club-name"}, RetiredNames...)

// RetiredNames are the kinds of them that only earlier versions wrote: rows have taken their place.
var RetiredNames = []string{"report-event", "report-returned"}

// Logged reports whether write sets speak of a kind.
func Logged(kind string) bool { return !slices.Contains(unlogged, kind) }

// LoggedKey returns the key under which write sets have a document, by its salt.
func LoggedKey(kind, key string, salt []byte) string {
	if !named(kind) {
		return key
	}
	is := digest(kind, key, salt)
	return hex.EncodeToString(is[:])
}

func named(kind string) bool { return slices.Contains(namedKinds, kind) }

// VanishedName returns the name of a document that is known only from a write set: empty
// where that has no key.
func VanishedName(kind, key string) string {
	if named(kind) {
		return ""
	}
	return KeyName(key)
}

func (s *WriteSet) add(kind, key string, salt []byte, is Digest) {
	if Logged(kind) {
		s.put(kind, LoggedKey(kind, key, salt), is)
	}
}

func (s *WriteSet) put(kind, key string, is Digest) {
	if s.written == nil {
		s.written = map[string]map[string]Digest{}
	}
	if s.written[kind] == nil {
		s.written[kind] = map[string]Digest{}
	}
	s.written[kind][key] = is
}

// pack returns the write set as bytes, sorted by kind and key; nil if it is empty.
func (s *WriteSet) pack() []byte {
	if len(s.written) == 0 {
		return nil
	}
	size := SealSize
	for kind, of := range s.written {
		size += len(kind) + 2*binary.MaxVarintLen64
		for key := range of {
			size += len(key) + 2 + sha256.Size // the lengths of keys have two bytes
		}
	}
	to := make([]byte, 0, size)
	for _, kind := range slices.Sorted(maps.Keys(s.written)) {
		to = wire.AppendText(to, kind)
		to = binary.AppendUvarint(to, uint64(len(s.written[kind])))
		for _, key := range slices.Sorted(maps.Keys(s.written[kind])) {
			is := s.written[kind][key]
			to = append(wire.AppendText(to, key), is[:]...)
		}
	}
	return to
}

// EachWritten calls each for the documents of a packed write set.
func EachWritten(packed []byte, each func(kind, key string, is Digest)) error {
	from := &wire.Reader{Data: packed}
	for len(from.Data) > 0 {
		kind := from.Text()
		for n := from.Count(1 + sha256.Size); n > 0; n-- {
			key, is := from.Text(), from.Take(sha256.Size)
			if from.Failed() {
				break
			}
			each(kind, key, Digest(is))
		}
	}
	if from.Failed() {
		return errors.New("the write set is malformed")
	}
	return nil
}

// DigestOfWrites returns the digest of a packed write set, as a log entry has it.
func DigestOfWrites(packed []byte) string {
	if len(packed) == 0 {
		return ""
	}
	sum := sha256.Sum256(packed)
	return hex.EncodeToString(sum[:])
}

// putWrites stores what was written since the last entry of the log, for entry seq,
// and returns its digest. Only a transaction of a bureau has a write set.
func putWrites(w Writer, seq int) (string, error) {
	c, ok := w.(checkedWriter)
	if !ok {
		return "", nil
	}
	packed := c.set.pack()
	c.set.written = nil
	if packed == nil {
		return "", nil
	}
	stored, _ := sealInPlace(WriteSets, SeqKey(seq), packed, nil)
	return DigestOfWrites(packed), c.w.Put(WriteSets, SeqKey(seq), stored)
}
