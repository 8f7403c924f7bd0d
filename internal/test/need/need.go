// Package need ends tests that need what a machine does not have: a program, a right, a server.
// Where everything must be there, in CI and in make test (which sets ARPAD_TEST_ALL=1), such a
// test fails; elsewhere it is skipped, and says what is missing and how to get it.
//
//	need.Program(t, "strace")
package need

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// All reports whether everything must be there.
func All() bool { return os.Getenv("CI") != "" || os.Getenv("ARPAD_TEST_ALL") != "" }

// Missing ends a test for want of something: "PostgreSQL is not installed: make tools".
func Missing(t testing.TB, what string) {
	t.Helper()
	if All() {
		t.Fatal(what)
	}
	t.Skip(what)
}

// Program ends a test unless a program is installed.
func Program(t testing.TB, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		Missing(t, fmt.Sprintf("%s is not installed: make tools, or apt-get install %s", name, name))
	}
}
