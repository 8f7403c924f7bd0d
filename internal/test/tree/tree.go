// Package tree finds files of the repository, whichever package's test asks for them.
//
//	data, err := os.ReadFile(tree.Path("demo/japan/opening.csv"))
package tree

import (
	"path/filepath"
	"runtime"
)

// root is the absolute path of the repository.
var root = findRoot()

func findRoot() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		panic("tree: the binary does not know where its source is; it was built with -trimpath")
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// Path returns the absolute path of a file or folder of the repository, which is given with
// slashes and from the root.
func Path(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
