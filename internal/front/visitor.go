package front

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// visitor is who sent a request, and whether by https.
type visitor struct {
	address netip.Addr
	https   bool
}

type fromKey struct{}

// From returns the address from which a request came to a front; none is the zero address.
func From(r *http.Request) netip.Addr {
	a, _ := r.Context().Value(fromKey{}).(netip.Addr)
	return a
}

// from returns a request that knows the address from which it came.
func from(r *http.Request, a netip.Addr) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), fromKey{}, a))
}

// visitor returns who sent a request. What a trusted proxy says counts: of the addresses
// in X-Forwarded-For the last one that is not a trusted proxy.
func (f *Front) visitor(r *http.Request) visitor {
	v := visitor{https: r.TLS != nil}
	if !throughSocket(r) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil {
			return v
		}
		v.address = plain(peer.Addr())
		if !f.trusts(v.address) {
			return v
		}
	}
	v.https = v.https || r.Header.Get("X-Forwarded-Proto") == "https"
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		v.address = plain(address)
		if !f.trusts(v.address) {
			break
		}
	}
	return v
}

// throughSocket reports whether a request came through a socket in a folder: whoever may open it is a proxy of this machine.
func throughSocket(r *http.Request) bool {
	at, known := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return known && at.Network() == "unix"
}

func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

func (f *Front) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(f.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}
