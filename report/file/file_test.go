package file_test

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// Whatever the bytes and the encoding, Read does not panic: it returns a
// report, or says why there is none.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"../trf/testdata/*.trf", "../testdata/dialects/*", "../testdata/exports/*", "../../demo/*/*.json"} {
		files, _ := filepath.Glob(pattern)
		for _, path := range files {
			if data, err := os.ReadFile(path); err == nil {
				f.Add(data, "")
				f.Add(data, "shift_jis")
				f.Add(data, "utf-16")
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, encoding string) {
		r, findings := file.Read(data, "fuzz", encoding)
		if r == nil && len(findings) == 0 {
			t.Error("there is neither a report nor a finding")
		}
		if r != nil {
			report.Check(r)
		}
	})
}

func TestEncodings(t *testing.T) {
	for _, name := range []string{"utf-8", "UTF8", "utf-16", "Shift_JIS", "sjis", "cp932", "windows-1252", "CP1252", "latin1", "ISO-8859-1", "cp1250"} {
		if _, err := file.Encoding(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := file.Encoding("klingon"); err == nil {
		t.Error("klingon is an encoding")
	}
}

// UTF-16 is recognised by its byte order mark, which is not in the text.
func TestUTF16(t *testing.T) {
	var c finding.Collector
	for _, data := range [][]byte{{0xFF, 0xFE, 'a', 0, 0x52, 0x97}, {0xFE, 0xFF, 0, 'a', 0x97, 0x52}} {
		if text := file.Decode(data, "", &c); text != "a青" || !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, make([]byte, 2<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Load(path, 1<<20); err == nil {
		t.Error("a file above the limit is read")
	}
	if data, err := file.Load(path, 2<<20); err != nil || len(data) != 2<<20 {
		t.Error(len(data), err)
	}
}
