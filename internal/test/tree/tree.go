// Package tree finds files of the repository, whichever package's test asks for them.
//
//	data, err := os.ReadFile(tree.Path("demo/japan/opening.csv"))
package tree

import (
	"os"
	"path/filepath"
	"runtime"
)

// here is where this file is in the repository.
const here = "internal/test/tree/tree.go"

// root is the absolute path of the repository; empty: it was not found.
var root = findRoot()

// findRoot returns the root as the compiler saw it. What is built with -trimpath does not know it, and looks from where the
// program was started upwards, which is the folder of the package for a test.
func findRoot() string {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		return filepath.Join(filepath.Dir(file), "..", "..", "..")
	}
	for folder, err := os.Getwd(); err == nil && folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, missing := os.Stat(filepath.Join(folder, here)); missing == nil {
			return folder
		}
	}
	return ""
}

// Path returns the absolute path of a file or folder of the repository, which is given with
// slashes and from the root.
func Path(name string) string {
	if root == "" {
		panic("tree: the binary does not know where its source is; it was built with -trimpath, and runs outside of the repository")
	}
	return filepath.Join(root, filepath.FromSlash(name))
}
