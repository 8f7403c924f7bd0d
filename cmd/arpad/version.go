package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version says which program this is: what the one who built it has recorded in it.
func version() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		built = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	return fmt.Sprintf("arpad %s %s/%s", versionOf(built), runtime.GOOS, runtime.GOARCH)
}

// versionOf returns version, revision and day of a build, as far as they are known,
// and the version of Go.
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
