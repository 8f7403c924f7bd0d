package front

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter limits the requests from each address. It remembers the addresses in two
// generations: when the young one is full, the old one is forgotten.
type limiter struct {
	each  rate.Limit
	burst int
	most  int // addresses in a generation
	now   func() time.Time

	mu         sync.Mutex
	young, old map[netip.Addr]*rate.Limiter
}

// wait returns for how long an address has to wait before its request; zero: not at all.
func (l *limiter) wait(address netip.Addr) time.Duration {
	now := l.now()
	reserved := l.of(network(address)).ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// network returns what counts as one address: of IPv6 the network that a household gets.
func network(a netip.Addr) netip.Addr {
	const household = 64
	if !a.Is6() {
		return a
	}
	return netip.PrefixFrom(a, household).Masked().Addr()
}

// of returns the limit of an address.
func (l *limiter) of(address netip.Addr) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.young[address]; known != nil {
		return known
	}
	known := l.old[address]
	if known == nil {
		known = rate.NewLimiter(l.each, l.burst)
	}
	if l.young == nil || len(l.young) >= l.most {
		l.young, l.old = map[netip.Addr]*rate.Limiter{}, l.young
	}
	l.young[address] = known
	return known
}
