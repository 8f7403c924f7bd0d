package care

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
)

// The log says of every document what was written last. verify folds it, and compares
// it with what is stored.

// fold is what the log says of the documents that verify has not seen yet. There are many,
// so it has their digests, and those of their kinds and keys, cut short.
type fold map[[shortSize]byte]logged

// logged is the last write of a document.
type logged struct {
	seq int32 // of the entry
	is  [shortSize]byte
}

const shortSize = 16

func foldKey(kind, key string) [shortSize]byte {
	sum := sha256.Sum256([]byte(kind + "\x00" + key))
	return [shortSize]byte(sum[:])
}

// log checks the audit log up to the first entry that is not as written, and each write
// set, and folds them.
func (v *verification) log() error {
	seq, prev, wrong := 0, "", 0
	erased := map[int]bool{} // entries without their reason
	written := fold{}
	sound := true
	err := v.scan(bureau.Entries.Kind, func(key string, stored []byte) {
		if wrong > 0 {
			return
		}
		seq++
		data, err := bureau.OpenDocument(bureau.Entries.Kind, key, stored)
		e := &bureau.Entry{}
		if err != nil || key != bureau.SeqKey(seq) || json.Unmarshal(data, e) != nil || !e.Follows(seq, prev, data) {
			wrong = seq
			return
		}
		prev = e.Hash
		if e.Erased() {
			erased[seq] = true
		}
		sound = v.add(written, e) && sound
	})
	if err != nil {
		return err
	}
	if wrong == 0 {
		last, err := bureau.Heads.Get(v, "")
		if damaged := new(bureau.Damaged); errors.As(err, &damaged) {
			v.fault(bureau.Heads.Kind, "", "damaged")
		}
		if err != nil || last == nil && seq > 0 || last != nil && (last.Seq != seq || last.Hash != prev) {
			wrong = seq + 1 // the last entries are missing, or the head is wrong
		}
	}
	if wrong > 0 {
		v.fault(bureau.Entries.Kind, fmt.Sprint(wrong), "changed")
	}
	err = v.scan(bureau.Heads.Kind, func(key string, _ []byte) {
		if key != "" {
			v.fault(bureau.Heads.Kind, bureau.KeyName(key), "changed") // there is one
		}
	})
	if err != nil {
		return err
	}
	for _, n := range slices.Sorted(maps.Keys(erased)) {
		if _, is := written[foldKey(bureau.Entries.Kind, bureau.SeqKey(n))]; !is { // nobody has erased its reason
			v.fault(bureau.Entries.Kind, fmt.Sprint(n), "changed")
		}
	}
	if wrong == 0 && sound {
		v.written = written
	}
	return v.writeSets(seq)
}

// add adds the write set of an entry, and reports whether it is as written.
func (v *verification) add(to fold, e *bureau.Entry) bool {
	key := bureau.SeqKey(e.Seq)
	packed, err := v.Get(bureau.WriteSets, key)
	if err == nil && bureau.DigestOfWrites(packed) == e.Writes {
		err = bureau.EachWritten(packed, func(kind, key string, is bureau.Digest) {
			at := foldKey(kind, key)
			if is == (bureau.Digest{}) {
				delete(to, at)
			} else {
				to[at] = logged{int32(e.Seq), [shortSize]byte(is[:])}
			}
		})
		if err == nil {
			return true
		}
	}
	why := "changed"
	if err == nil && packed == nil {
		why = "missing"
	}
	v.fault(bureau.WriteSets, bureau.KeyName(key), why)
	return false
}

// writeSets reports write sets without an entry.
func (v *verification) writeSets(entries int) error {
	return v.scan(bureau.WriteSets, func(key string, _ []byte) {
		if key > bureau.SeqKey(entries) {
			v.fault(bureau.WriteSets, bureau.KeyName(key), "changed")
		}
	})
}

// documents verifies the checksum of every document, and that it is the one that the
// log says was written.
func (v *verification) documents() error {
	kinds, err := v.raw.Kinds()
	if err != nil {
		v.fault("database", "", "unreadable")
		return v.ctx.Err()
	}
	seen := 0
	for _, kind := range kinds {
		err := v.scan(kind, func(key string, stored []byte) {
			seen++
			v.document(kind, key, stored)
		})
		if err != nil {
			return err
		}
	}
	if err := v.vanished(); err != nil {
		return err
	}
	return v.count(seen)
}

func (v *verification) document(kind, key string, stored []byte) {
	_, is, err := bureau.Unseal(kind, key, stored)
	at := foldKey(kind, bureau.LoggedKey(kind, key, bureau.SaltOf(stored)))
	should, known := v.written[at]
	delete(v.written, at)
	switch {
	case err != nil:
		v.fault(kind, bureau.KeyName(key), "damaged")
	case v.written == nil || !known && !bureau.Logged(kind):
	case !known || should.is != [shortSize]byte(is[:]):
		v.fault(kind, bureau.KeyName(key), "changed")
	}
}

// vanished reports the documents that the log has and the store has not. Of those whose
// keys hold names only the kind is known.
func (v *verification) vanished() error {
	entries := map[int32]bool{}
	for _, l := range v.written {
		entries[l.seq] = true
	}
	for _, seq := range slices.Sorted(maps.Keys(entries)) {
		packed, err := v.Get(bureau.WriteSets, bureau.SeqKey(int(seq)))
		if err != nil {
			return err
		}
		err = bureau.EachWritten(packed, func(kind, key string, _ bureau.Digest) {
			if l, left := v.written[foldKey(kind, key)]; left && l.seq == seq {
				v.fault(kind, bureau.VanishedName(kind, key), "missing")
			}
		})
		if err != nil {
			return err
		}
	}
	v.written = nil
	return v.ctx.Err()
}
