package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/report/file"
)

// What was understood of a report is kept so that it can be read back whole: a
// later check works with nothing else.
func TestReadingIsReadBack(t *testing.T) {
	t.Parallel()
	var paths []string
	for _, pattern := range []string{"demo/*/reports/*.[tj]*", "report/trf/testdata/*"} {
		found, err := filepath.Glob(tree.Path(pattern))
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, found...)
	}
	read := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // a folder
		}
		parsed, found := file.Read(data, filepath.Base(path), "")
		if parsed == nil {
			continue
		}
		read++
		want := &Reading{Report: parsed, Read: found, Findings: found, Refused: true}
		if data, err = json.Marshal(want); err != nil {
			t.Fatal(path, err)
		}
		got := &Reading{}
		if err := json.Unmarshal(data, got); err != nil {
			t.Fatal(path, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read back otherwise", path)
		}
	}
	if read < 10 {
		t.Errorf("only %d reports were read", read)
	}
}
