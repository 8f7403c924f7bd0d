package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionIsTheBuilds(t *testing.T) {
	for _, args := range [][]string{{"--version"}, {"--lang", "ja", "--version"}, {"list", "--version"}} {
		said, exit := status(args...)
		if exit != exitFine || !strings.HasPrefix(said, "arpad ") || !strings.Contains(said, runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH+", with") {
			t.Errorf("%v: exit status %d: %s", args, exit, said)
		}
	}
	settings := func(of ...string) (all []debug.BuildSetting) {
		for i := 0; i < len(of); i += 2 {
			all = append(all, debug.BuildSetting{Key: of[i], Value: of[i+1]})
		}
		return all
	}
	for _, c := range []struct {
		built debug.BuildInfo
		want  string
	}{
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.0"}}, "v1.2.0 go1.26"},
		{debug.BuildInfo{GoVersion: "go1.26"}, "(devel) go1.26"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}, Settings: settings("vcs.revision", "94804b7c0ffee0123456789", "vcs.time", "2026-11-22T10:00:00Z")},
			"(devel) 94804b7c0ffe of 2026-11-22 go1.26"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}, Settings: settings("vcs.revision", "94804b7c0ffee0123456789", "vcs.time", "2026-11-22T10:00:00Z", "vcs.modified", "true")},
			"(devel) 94804b7c0ffe of 2026-11-22, changed since, go1.26"},
	} {
		if got := versionOf(&c.built); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
