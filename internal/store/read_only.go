package store

import (
	"os"
	"path/filepath"
	"strings"
)

// sealedOff reports whether a file lies on a file system that nobody can write to, by
// whatever way they got there, and has no log with changes: then SQLite needs no lock. A
// directory that is only mounted read-only here may have a writer elsewhere.
func sealedOff(path string) bool {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return false
	}
	path, err := filepath.Abs(path)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return false
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo") // elsewhere nobody tells
	return err == nil && readOnlyAt(string(mounts), path)
}

// readOnlyAt reports whether the file system that holds a path is read-only, by the lines
// of /proc/self/mountinfo: "ID PARENT DEVICE ROOT PLACE OPTIONS ... - TYPE SOURCE OPTIONS",
// of which the last options are those of the file system. Of several mounts at a place
// the last one counts.
func readOnlyAt(mounts, path string) (sealed bool) {
	const place = 4
	longest := ""
	for line := range strings.Lines(mounts) {
		mount, system, _ := strings.Cut(line, " - ")
		fields, of := strings.Fields(mount), strings.Fields(system)
		if len(fields) <= place || len(of) == 0 {
			continue
		}
		at := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(fields[place])
		inside := at == "/" || path == at || strings.HasPrefix(path, at+"/")
		if inside && len(at) >= len(longest) {
			longest = at
			options := "," + of[len(of)-1] + ","
			sealed = strings.Contains(options, ",ro,")
		}
	}
	return sealed
}
