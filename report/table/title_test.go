package table_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/report/table"
)

// Every element of a workbook's properties has a prefix: programs look for cp:coreProperties, not for
// what its namespace is.
func TestPropertiesHavePrefixes(t *testing.T) {
	f := excelize.NewFile()
	if err := table.SetTitle(f, "Spring Cup"); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	part, err := archive.Open("docProps/core.xml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	elements, in := 0, xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := in.RawToken()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			if elements++; start.Name.Space == "" {
				t.Errorf("%s has no prefix", start.Name.Local)
			}
		}
	}
	again, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	properties, err := again.GetDocProps()
	if err != nil || properties.Title != "Spring Cup" || elements < 4 || !strings.Contains(string(text), "<cp:coreProperties xmlns:cp=") {
		t.Errorf("%+v, %v, %s", properties, err, text)
	}
}
