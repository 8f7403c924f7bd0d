package tree_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/test/tree"
)

func TestPathIsInTheRepository(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go.mod", "internal/test/tree/tree.go", "demo/japan"} {
		path := tree.Path(name)
		if _, err := os.Stat(path); err != nil || !filepath.IsAbs(path) {
			t.Errorf("%s is %s: %v", name, path, err)
		}
	}
}
