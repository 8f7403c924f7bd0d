package signin

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"

	"github.com/arpadchess/arpad/internal/work"
)

// Throttle slows guessing down. Whoever guesses at a name, or from an address, has some tries, which come
// back with time. A browser from which the account was signed in to has tries of its own, so that nobody
// locks its owner out. It is a table of one size, so that guessing cannot fill it; two that share
// a place in it only slow each other, and nobody knows who they are who has not the bureau's key. All servers of a bureau have one.
type Throttle struct {
	work *work.Store
	salt []byte
}

// NewThrottle returns the throttle of a bureau.
func NewThrottle(kept *work.Store, sealer *Sealer) *Throttle { return &Throttle{kept, sealer.salt} }

var ofName, ofAddress, ofCeremonies = work.Limit{Tries: 10, Hourly: 10}, work.Limit{Tries: 30, Hourly: 60}, work.Limit{Tries: 60, Hourly: 600}

// Begins reports whether somebody at an address may begin another ceremony of a passkey: each is kept for a while.
func (t *Throttle) Begins(ctx context.Context, from netip.Addr) (bool, error) {
	return t.work.Try(ctx, t.places(map[string]work.Limit{"ceremonies " + network(from): ofCeremonies}))
}

// Guesses reports whether somebody at an address may show another key of a program that is none.
func (t *Throttle) Guesses(ctx context.Context, from netip.Addr) (bool, error) {
	return t.work.Try(ctx, t.places(map[string]work.Limit{"keys " + network(from): ofAddress}))
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
func (t *Throttle) try(ctx context.Context, name string, from netip.Addr, browser string) (succeeded func() error, ok bool, err error) {
	of := map[string]work.Limit{"name " + name: ofName, "address " + network(from): ofAddress}
	if browser != "" {
		of = map[string]work.Limit{"browser " + browser + " " + name: ofName}
	}
	places := t.places(of)
	ok, err = t.work.Try(ctx, places)
	return func() error { return t.work.GiveBack(ctx, places) }, ok, err
}

// places returns the places of some keys.
func (t *Throttle) places(of map[string]work.Limit) map[uint16]work.Limit {
	all := map[uint16]work.Limit{}
	for key, l := range of {
		mac := hmac.New(sha256.New, t.salt)
		mac.Write([]byte(key))
		all[binary.BigEndian.Uint16(mac.Sum(nil))] = l
	}
	return all
}
