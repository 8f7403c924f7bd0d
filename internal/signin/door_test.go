package signin

import (
	"bytes"
	"context"
	"errors"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
)

const password = "correct horse battery"

// hall is a door with its people, whose clock a test sets.
type hall struct {
	*Door
	t      *testing.T
	store  *store.Store
	now    time.Time
	secret []byte   // of the officer's codes
	codes  []string // the officer's recovery codes
}

// open opens a door: Yano (A0001) is organiser with a password, Suzuki (A0002) officer with codes, too.
func open(t *testing.T, s *store.Store) *hall {
	t.Helper()
	h := &hall{t: t, store: s, now: time.Date(2024, 10, 22, 9, 0, 10, 0, time.UTC), secret: NewSecret()}
	clock := func() time.Time { return h.now }
	w, err := work.Open(t.Context(), s, clock)
	h.must(err)
	t.Cleanup(func() { h.must(w.Close()) })
	sealer, err := NewSealer([]byte("key"))
	h.must(err)
	h.Door = &Door{View: s.View, Work: w, Throttle: NewThrottle(w, sealer), Sealer: sealer}
	kept, err := HashPassword(t.Context(), password)
	h.must(err)
	sealed, err := sealer.Seal(h.secret, "A0002")
	h.must(err)
	var recovery []string
	h.codes, recovery = NewRecovery()
	h.put("A0001", &bureau.Account{Name: "Yano Sohei", Email: "yano@example.jp", Roles: bureau.Organiser, Clubs: []string{"C0004"}, Factors: &bureau.Factors{Password: kept}})
	h.put("A0002", &bureau.Account{Name: "Suzuki Hana", Email: "suzuki@example.jp", Roles: bureau.Officer, Factors: &bureau.Factors{Password: kept, Codes: sealed, Recovery: recovery}})
	return h
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) put(number string, a *bureau.Account) {
	h.t.Helper()
	h.must(h.store.Update(context.Background(), func(w bureau.Writer) error { return bureau.Accounts.Put(w, number, a) }))
}

// change changes an account.
func (h *hall) change(number string, f func(*bureau.Account)) {
	h.t.Helper()
	a, err := h.account(h.t.Context(), number)
	h.must(err)
	f(a)
	h.put(number, a)
}

// from is the address of the nth visitor.
func from(n int) netip.Addr { return netip.AddrFrom4([4]byte{203, 0, byte(n >> 8), byte(n)}) }

// code is the officer's code of now.
func (h *hall) code() string { return codeOf(h.secret, h.now.Unix()/step) }

// enters signs the officer in with a code.
func (h *hall) enters(code string, t Try) (*Entered, error) {
	h.t.Helper()
	t.Name, t.Password = "suzuki@example.jp", password
	first, err := h.Password(h.t.Context(), t)
	h.must(err)
	if first.Session != "" || first.Ticket == "" {
		h.t.Fatalf("the officer is in without a code: %+v", first)
	}
	return h.Code(h.t.Context(), first.Ticket, code, t)
}

// is returns who is signed in.
func (h *hall) is(token string) *Signed {
	h.t.Helper()
	is, err := h.Signed(h.t.Context(), token)
	h.must(err)
	return is
}

func TestPasswordAndCode(t *testing.T) {
	storetest.InSQL(t, func(t *testing.T, s *store.Store) {
		h := open(t, s)
		yano, err := h.Password(t.Context(), Try{Name: " Yano@Example.JP ", Password: password, From: from(1)})
		h.must(err)
		if is := h.is(yano.Session); is == nil || is.Actor.Account != "A0001" || is.Actor.Roles != bureau.Organiser || !slices.Equal(is.Actor.Clubs, []string{"C0004"}) || !is.Actor.Fresh.IsZero() {
			t.Errorf("Yano is %+v", is)
		}
		suzuki, err := h.enters(h.code(), Try{From: from(2)})
		h.must(err)
		if is := h.is(suzuki.Session); is == nil || is.Actor.Roles != bureau.Officer || !is.Actor.Fresh.Equal(h.now) {
			t.Errorf("Suzuki is %+v", is)
		}
		if _, err := h.enters(h.code(), Try{From: from(2)}); !errors.Is(err, ErrWrong) {
			t.Errorf("a code works twice: %v", err)
		}
		h.now = h.now.Add(time.Minute)
		if _, err := h.enters(h.codes[3], Try{From: from(2)}); err != nil {
			t.Errorf("a recovery code does not work: %v", err)
		}
		if _, err := h.enters(h.codes[3], Try{From: from(2)}); !errors.Is(err, ErrWrong) {
			t.Errorf("a recovery code works twice: %v", err)
		}
	})
}

// Whoever sends a wrong code can send another one, ten times; the ticket itself holds once.
func TestWrongCodes(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	first, err := h.Password(t.Context(), Try{Name: "suzuki@example.jp", Password: password})
	h.must(err)
	ticket := first.Ticket
	for range 10 {
		wrong, err := h.Code(t.Context(), ticket, "000000", Try{From: from(1)})
		if !errors.Is(err, ErrWrong) || wrong == nil || wrong.Ticket == "" || wrong.Session != "" {
			t.Fatalf("%+v, %v", wrong, err)
		}
		if _, err := h.Code(t.Context(), ticket, h.code(), Try{From: from(1)}); !errors.Is(err, ErrWrong) {
			t.Errorf("a ticket holds twice: %v", err)
		}
		ticket = wrong.Ticket
	}
	if _, err := h.Code(t.Context(), ticket, h.code(), Try{From: from(1)}); !errors.Is(err, ErrOften) {
		t.Errorf("the eleventh code is tried: %v", err)
	}
}

// Roles are those of now, and whoever is disabled or reset is nobody at once. Without a second factor nobody is at the desk.
func TestRolesAreReadEachTime(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	in, err := h.Password(t.Context(), Try{Name: "yano@example.jp", Password: password})
	h.must(err)
	h.change("A0001", func(a *bureau.Account) { a.Roles |= bureau.Officer })
	if is := h.is(in.Session); is == nil || is.Actor.Roles != bureau.Organiser {
		t.Errorf("without a second factor Yano is %+v", is)
	}
	h.change("A0001", func(a *bureau.Account) { a.Roles = bureau.Player })
	if is := h.is(in.Session); is == nil || is.Actor.Roles != bureau.Player {
		t.Errorf("Yano is %+v", is)
	}
	for name, change := range map[string]func(*bureau.Account){
		"disabled": func(a *bureau.Account) { a.Disabled = true },
		"reset":    func(a *bureau.Account) { a.Disabled, a.Epoch = false, a.Epoch+1 },
		"no role":  func(a *bureau.Account) { a.Epoch, a.Roles = 0, 0 },
	} {
		before, err := h.account(t.Context(), "A0001")
		h.must(err)
		h.change("A0001", change)
		if h.is(in.Session) != nil {
			t.Errorf("%s, and still signed in", name)
		}
		h.put("A0001", before)
	}
	h.must(h.store.Update(t.Context(), func(w bureau.Writer) error { return w.Delete(bureau.Accounts.Kind, "A0001") }))
	if h.is(in.Session) != nil {
		t.Error("erased, and still signed in")
	}
}

// An officer is signed in for twelve hours, whatever they do; who becomes one meanwhile, not for longer.
func TestDeskHoldsTwelveHours(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	in, err := h.enters(h.code(), Try{})
	h.must(err)
	token := in.Session
	for range 11 {
		h.now = h.now.Add(time.Hour)
		is := h.is(token)
		if is == nil {
			t.Fatalf("signed out at %v", h.now)
		}
		was := token
		token, err = h.Confirm(t.Context(), is, password, h.code(), Try{})
		h.must(err)
		if h.is(was) != nil || !h.is(token).Actor.Fresh.Equal(h.now) {
			t.Error("the old token holds, or the factor is not fresh")
		}
	}
	h.now = h.now.Add(time.Hour)
	if h.is(token) != nil {
		t.Error("an officer is signed in after twelve hours")
	}
}

// A thousand wrong passwords from as many addresses do not lock out the owner on a browser that is known. Ten of them are compared.
func TestGuessingLocksNobodyOut(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	home := Try{Name: "yano@example.jp", Password: password, From: from(1)}
	in, err := h.Password(t.Context(), home)
	h.must(err)
	home.Known = in.Known
	compared := 0
	for n := range 1000 {
		_, err := h.Password(t.Context(), Try{Name: "yano@example.jp", Password: "guess", From: from(100 + n), Known: "stolen from another"})
		switch {
		case errors.Is(err, ErrWrong):
			compared++
		case !errors.Is(err, ErrOften):
			t.Fatal(err)
		}
	}
	if compared != 10 {
		t.Errorf("%d of 1,000 guesses were compared, want 10", compared)
	}
	if _, err := h.Password(t.Context(), home); err != nil {
		t.Errorf("the owner is locked out: %v", err)
	}
	if _, err := h.Password(t.Context(), Try{Name: "yano@example.jp", Password: password, From: from(1)}); !errors.Is(err, ErrOften) {
		t.Errorf("on a browser that is not known: %v", err)
	}
	h.now = h.now.Add(6 * time.Minute)
	if _, err := h.Password(t.Context(), Try{Name: "yano@example.jp", Password: password, From: from(1)}); err != nil {
		t.Errorf("after six minutes: %v", err)
	}
	stolen := 0
	home.Password = "guess"
	for range 30 {
		if _, err := h.Password(t.Context(), home); errors.Is(err, ErrWrong) {
			stolen++
		}
	}
	if stolen != 10 {
		t.Errorf("a stolen browser has %d tries, want 10", stolen)
	}
}

// An address has thirty tries, whatever the names; of IPv6 all of a /64.
func TestAddressesAreBounded(t *testing.T) {
	throttle := open(t, storetest.Create(t, storetest.File(t))).Throttle
	count := func(at func(n int) netip.Addr) (granted int) {
		for n := range 100 {
			_, ok, err := throttle.try(t.Context(), strings.Repeat("x", n), at(n), "")
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				granted++
			}
		}
		return granted
	}
	if got := count(func(int) netip.Addr { return from(7) }); got != 30 {
		t.Errorf("%d tries of one address, want 30", got)
	}
	if got := count(func(n int) netip.Addr { return netip.AddrFrom16([16]byte{0: 0x20, 1: 1, 15: byte(n)}) }); got > 30 {
		t.Errorf("%d tries of one network, want 30", got)
	}
}

// Whoever has no account, none with a password, or a wrong password gets the same answer after the same work: the same
// reads, and as much memory as one hash takes.
func TestNoAccountIsToldFromNone(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	h.put("A0003", &bureau.Account{Name: "Seki Tomohiko", Email: "seki@example.jp", Roles: bureau.Officer, Factors: &bureau.Factors{Passkeys: []bureau.Passkey{{ID: "x"}}}})
	h.put("A0004", &bureau.Account{Name: "Mori Kei", Email: "mori@example.jp", Roles: bureau.Officer, Disabled: true})
	view, reads := h.View, 0
	h.View = func(ctx context.Context, f func(bureau.Reader) error) error {
		return view(ctx, func(r bureau.Reader) error { return f(&counting{r, &reads}) })
	}
	took := map[string]int{}
	var memory []uint64
	for n, name := range []string{"yano@example.jp", "suzuki@example.jp", "seki@example.jp", "mori@example.jp", "nobody@example.jp", ""} {
		reads = 0
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		entered, err := h.Password(t.Context(), Try{Name: name, Password: "a long guess", From: from(n)})
		runtime.ReadMemStats(&after)
		if entered != nil || err != ErrWrong { //nolint:errorlint // the very same
			t.Errorf("%s: %+v, %v", name, entered, err)
		}
		took[name] = reads
		memory = append(memory, (after.TotalAlloc-before.TotalAlloc)>>20)
	}
	for name, n := range took {
		if n != took[""] {
			t.Errorf("%q takes %d reads, nobody %d", name, n, took[""])
		}
	}
	if slices.Min(memory) < 19 || slices.Max(memory) > 20 {
		t.Errorf("the tries take %v MiB, want one hash each", memory)
	}
}

// counting counts what is read.
type counting struct {
	bureau.Reader
	n *int
}

func (c *counting) Get(kind, key string) ([]byte, error) {
	*c.n++
	return c.Reader.Get(kind, key)
}

func (c *counting) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return c.Reader.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
		*c.n++
		return each(key, value)
	})
}

// Two passwords are hashed at once. Whoever waits for more than ten seconds for their turn is told that many are signing in.
func TestTurns(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	for range cap(turns) {
		turns <- struct{}{}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if _, err := h.Password(ctx, Try{Name: "yano@example.jp", Password: password}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third one is hashed: %v", err)
	}
	for range cap(turns) {
		<-turns
	}
	if _, err := h.Password(t.Context(), Try{Name: "yano@example.jp", Password: password}); err != nil {
		t.Error(err)
	}
}

// Nothing that signs in is in the files.
func TestFilesHaveNoSecrets(t *testing.T) {
	h := open(t, storetest.Create(t, storetest.File(t)))
	in, err := h.enters(h.code(), Try{})
	h.must(err)
	h.must(h.store.Checkpoint(t.Context()))
	secrets := append([]string{in.Session, in.Known, password, string(h.secret)}, h.codes...)
	for _, file := range []string{h.store.File(), h.store.File() + store.WorkFile} {
		for _, secret := range secrets {
			if contains(t, file, secret) || contains(t, file, strings.ReplaceAll(secret, "-", "")) {
				t.Errorf("%s has %q", file, secret)
			}
		}
	}
}

// contains reports whether a file or its log has a text.
func contains(t *testing.T, file, text string) bool {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(file + end)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return true
		}
	}
	return false
}
