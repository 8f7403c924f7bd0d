package strace_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/test/strace"
)

// Of two threads the one counts that makes more calls of a kind; what is no call counts for nothing.
func TestKills(t *testing.T) {
	log := []byte("71 write(1, \"\"..., 3) = 3\n72   fsync(4</tmp/a>) = 0\n72 write(1) = 3\n71 write(2 <unfinished ...>\n71 <... write resumed>) = 3\n72 +++ exited with 0 +++\n")
	for _, c := range []struct{ kinds, want []string }{
		{nil, []string{"inject=fsync:signal=SIGKILL:when=1", "inject=write:signal=SIGKILL:when=1", "inject=write:signal=SIGKILL:when=2"}},
		{[]string{"write", "pwrite64"}, []string{"inject=write:signal=SIGKILL:when=1", "inject=write:signal=SIGKILL:when=2"}},
	} {
		if got := strace.Kills(log, c.kinds...); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.kinds, got, c.want)
		}
	}
}
