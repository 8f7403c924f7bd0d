package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/arpadchess/arpad/internal/site"
)

// version returns the version recorded in the build.
func version() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		built = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	edition := "with the engine for browsers"
	if !site.HasEngine() {
		edition = "without the engine for browsers"
	}
	return fmt.Sprintf("arpad %s %s/%s, %s", versionOf(built), runtime.GOOS, runtime.GOARCH, edition)
}

// versionOf returns the known parts of version, revision and date of a build,
// and the Go version.
func versionOf(built *debug.BuildInfo) string {
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
