// Package tree finds files of the repository, whichever package's test asks for them.
//
//	data, err := os.ReadFile(tree.Path("demo/japan/opening.csv"))
package tree

import (
	"os"
	"path/filepath"
	"runtime"
)

// root is the absolute path of the repository.
var root = findRoot()

// findRoot returns the folder that has this file: as the binary knows it or, of one that was built with -trimpath, the one above
// the working directory, in which a test begins.
func findRoot() string {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		return filepath.Join(filepath.Dir(file), "..", "..", "..")
	}
	folder, err := os.Getwd()
	for ; err == nil && folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "internal", "test", "tree", "tree.go")); err == nil {
			return folder
		}
	}
	return "" // a program of a test, which was started elsewhere
}

// Path returns the absolute path of a file or folder of the repository, which is given with
// slashes and from the root.
func Path(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
