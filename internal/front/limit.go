package front

import (
	"context"
	"net/netip"
	"sync"
	"time"
)

const (
	// bytesOfRequest and timeOfRequest are how many bytes sent, and how much time of a processor
	// that makes answers, count as one more request.
	bytesOfRequest = 64 << 10
	timeOfRequest  = 10 * time.Millisecond
	// mostUnderway is how many requests of one network are under way at once, of which
	// mostMade are being answered: the others wait, or have an answer that is being sent.
	mostUnderway = 64
	mostMade     = 4
	// site and household are the lengths of the prefixes of IPv6 that a household and a larger
	// customer get; a site may do as much as some households.
	household = 64
	site      = 48
	several   = 16
)

// networks returns what counts as one address: of IPv6 the household, and then its site.
func networks(a netip.Addr) []netip.Prefix {
	if !a.Is6() {
		return []netip.Prefix{netip.PrefixFrom(a, a.BitLen())}
	}
	return []netip.Prefix{netip.PrefixFrom(a, household).Masked(), netip.PrefixFrom(a, site).Masked()}
}

// limiter limits what each network costs. It remembers networks in two generations: when the
// young one is full, the old one is forgotten.
type limiter struct {
	each  time.Duration // for which a request counts
	burst time.Duration // of requests that may come at once
	most  int           // networks in a generation
	now   func() time.Time

	mu         sync.Mutex // guards what follows, and the accounts
	young, old map[netip.Prefix]*account
}

// account is what a network costs.
type account struct {
	until    time.Time // until when what it asked for counts
	share    int       // one of how many parts of a request counts
	underway int
	turns    chan struct{} // has one for each request that is being answered; nil: none is under way
}

// visit is a request that is under way.
type visit struct {
	limits *limiter
	of     []*account
	owed   time.Duration // for what the network asked before
	turns  chan struct{}
}

// begin lets a request of an address in, or returns for how long it has to wait. Without a visit there
// are too many under way.
func (l *limiter) begin(address netip.Addr) (v *visit, wait time.Duration) {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	v = &visit{limits: l}
	full := false
	for i, network := range networks(address) {
		a := l.account(network)
		a.share = max(1, i*several)
		wait = max(wait, max(0, a.until.Sub(now))+l.each/time.Duration(a.share)-l.burst)
		full = full || a.underway >= mostUnderway*a.share
		v.of = append(v.of, a)
	}
	if full {
		return nil, max(wait, time.Second)
	}
	for _, a := range v.of {
		a.underway++
		if wait <= 0 {
			a.charge(now, l.each)
		}
	}
	if v.of[0].turns == nil {
		v.of[0].turns = make(chan struct{}, mostMade)
	}
	v.turns, v.owed = v.of[0].turns, v.of[0].until.Sub(now)
	return v, max(0, wait)
}

// account returns the account of a network.
func (l *limiter) account(of netip.Prefix) *account {
	if known := l.young[of]; known != nil {
		return known
	}
	known := l.old[of]
	if known == nil {
		known = &account{}
	}
	if l.young == nil || len(l.young) >= l.most {
		l.young, l.old = map[netip.Prefix]*account{}, l.young
	}
	l.young[of] = known
	return known
}

func (a *account) charge(now time.Time, cost time.Duration) {
	if a.until.Before(now) {
		a.until = now
	}
	a.until = a.until.Add(cost / time.Duration(a.share))
}

// turn waits until the request may be answered, and returns what to call when its answer is
// ready. It returns nil if the visitor has left.
func (v *visit) turn(ctx context.Context) (ready func()) {
	select {
	case v.turns <- struct{}{}:
		return sync.OnceFunc(func() { <-v.turns })
	case <-ctx.Done():
		return nil
	}
}

// end charges the visitor for what an answer has cost.
func (v *visit) end(bytes int64, made time.Duration) {
	l := v.limits
	cost := time.Duration(float64(l.each) * (float64(bytes)/bytesOfRequest + float64(made)/float64(timeOfRequest)))
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range v.of {
		a.charge(now, cost)
		if a.underway--; a.underway == 0 {
			a.turns = nil
		}
	}
}
