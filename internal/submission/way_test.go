package submission_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/tree"
)

// Nothing else hands a file or a statement to the office.
func TestThereIsOneWayIn(t *testing.T) {
	t.Parallel()
	in, found := regexp.MustCompile(`\bintake\.(Submit|State)\(|\btrial\.Of\(`), 0
	root := tree.Path(".")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/test/") {
			return err
		}
		text, err := os.ReadFile(path)
		switch {
		case !in.Match(text):
		case strings.HasPrefix(name, "internal/submission/"):
			found++
		default:
			t.Errorf("%s does not go by internal/submission", name)
		}
		return err
	})
	if err != nil || found != 1 {
		t.Errorf("%d files of the way in were found: %v", found, err)
	}
}
