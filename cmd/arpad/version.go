package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// released has the version, revision and day of a release; tools/dist sets it.
var released string

// version returns the version recorded in the build, and the editions of the regulations.
func version() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		built = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	engine := "with the engine for browsers"
	if !site.HasEngine() {
		engine = "without the engine for browsers"
	}
	return fmt.Sprintf("arpad %s %s/%s, %s\neditions: %s", versionOf(built), runtime.GOOS, runtime.GOARCH, engine, strings.Join(catalog.EditionIDs(), " "))
}

// versionOf returns the known parts of version, revision and date of a build,
// and the Go version.
func versionOf(built *debug.BuildInfo) string {
	if released != "" {
		return released + " " + built.GoVersion
	}
	recorded := map[string]string{}
	for _, s := range built.Settings {
		recorded[s.Key] = s.Value
	}
	text := cmp.Or(built.Main.Version, "(devel)")
	if revision := recorded["vcs.revision"]; revision != "" {
		day := recorded["vcs.time"]
		text += fmt.Sprintf(" %.12s of %.10s", revision, day)
	}
	if recorded["vcs.modified"] == "true" {
		text += ", changed since,"
	}
	return text + " " + built.GoVersion
}
