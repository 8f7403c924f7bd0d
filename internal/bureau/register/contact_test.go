package register_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/roster"
)

// Two officers are wanted as soon as somebody says so; that one is enough only whoever is at the machine itself can say, and neither
// is said with other words.
func TestTwoOfficersAreWanted(t *testing.T) {
	t.Parallel()
	d := bureautest.With(t, "jcf", nil, &roster.List{})
	set := func(b bureau.Bureau, value string) error {
		_, err := register.ChangeSettings(t.Context(), &b, []string{"officers=" + value}, "the board has decided")
		return err
	}
	two := func() (is bool) {
		d.Look(func(r bureau.Reader) error {
			s, err := bureau.ReadSettings(r)
			if err == nil {
				is = s.TwoOfficers
			}
			return err
		})
		return is
	}
	account := *d.Bureau
	account.Actor = bureau.Actor{Account: "A0001", Roles: bureau.Officer}
	machine := *d.Bureau
	machine.Actor = bureau.AtTerminal("suzuki")
	if got := set(machine, "three"); got == nil || two() {
		t.Errorf("three: %v", got)
	}
	if got := set(machine, "two"); got != nil || !two() {
		t.Errorf("two: %v", got)
	}
	if got := set(account, "one"); got == nil || !two() {
		t.Errorf("an account says that one is enough: %v", got)
	}
	if got := set(machine, "one"); got != nil || two() {
		t.Errorf("one: %v", got)
	}
}
