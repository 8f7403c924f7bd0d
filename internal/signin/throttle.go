package signin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"
	"sync"
	"time"
)

// Throttle slows guessing down. Whoever guesses at a name, or from an address, has some tries, which come
// back with time. A browser from which the account was signed in to has tries of its own, so that nobody
// locks its owner out. It is a table of one size, so that guessing cannot fill the memory; two that share
// a place in it only slow each other.
type Throttle struct {
	now   func() time.Time
	salt  [32]byte
	mu    sync.Mutex
	slots [1 << 16]struct {
		level float64 // tries that have failed, which drain
		at    int64
	}
}

// NewThrottle returns a throttle that goes by a clock.
func NewThrottle(now func() time.Time) *Throttle {
	t := &Throttle{now: now}
	_, _ = rand.Read(t.salt[:]) // never fails
	return t
}

// limit is how many tries somebody has, and how many come back in an hour.
type limit struct{ tries, hourly float64 }

var ofName, ofAddress, ofCeremonies = limit{10, 10}, limit{30, 60}, limit{60, 600}

// Begins reports whether somebody at an address may begin another ceremony of a passkey: each is kept for a while.
func (t *Throttle) Begins(from netip.Addr) bool {
	return t.take("ceremonies "+network(from), ofCeremonies)
}

// Guesses reports whether somebody at an address may show another key of a program that is none.
func (t *Throttle) Guesses(from netip.Addr) bool { return t.take("keys "+network(from), ofAddress) }

// take takes one try, if there is one left.
func (t *Throttle) take(key string, l limit) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	level := t.level(key, l)
	if *level+1 > l.tries {
		return false
	}
	*level++
	return true
}

// network returns what one visitor has of addresses: one IPv4 address, or 64 bits of IPv6.
func network(a netip.Addr) string {
	bits := 64
	if a = a.Unmap(); a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // of no address: none
	return p.String()
}

// try takes one try at a name from an address, or from a browser that is known for it, if there is one
// left. A success gives it back.
func (t *Throttle) try(name string, from netip.Addr, browser string) (succeeded func(), ok bool) {
	keys := map[string]limit{"name " + name: ofName, "address " + network(from): ofAddress}
	if browser != "" {
		keys = map[string]limit{"browser " + browser + " " + name: ofName}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, l := range keys {
		if *t.level(key, l)+1 > l.tries {
			return nil, false
		}
	}
	for key, l := range keys {
		*t.level(key, l)++
	}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		for key, l := range keys {
			level := t.level(key, l)
			*level = max(0, *level-1)
		}
	}, true
}

// level returns the level of a key, after it has drained.
func (t *Throttle) level(key string, l limit) *float64 {
	mac := hmac.New(sha256.New, t.salt[:])
	mac.Write([]byte(key))
	s, now := &t.slots[binary.BigEndian.Uint16(mac.Sum(nil))], t.now().UnixNano()
	s.level = max(0, s.level-l.hourly*float64(now-s.at)/float64(time.Hour))
	s.at = now
	return &s.level
}
