package file_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/report/file"
)

// The finding says what a file is that is not a report, whatever its name.
func TestOtherFilesAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ text, id string }{
		"a web page":                     {"\r\n<!DOCTYPE html>\n<html><body>001 Aoki</body></html>", "report-is-html"},
		"a web page without a type":      {"\ufeff<HTML lang=ja><body></body></HTML>", "report-is-html"},
		"a ZIP":                          {"PK\x03\x04\x14\x00\x06\x00 more", "zip-broken"},
		"an empty ZIP":                   {"PK\x05\x06" + strings.Repeat("\x00", 18), "report-is-zip"},
		"an old workbook":                {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 more", "report-is-workbook"},
		"a tournament of Swiss-Manager":  {"\x93\xff\x89\x44 more", "report-is-program-file"},
		"a tournament of Papi":           {"\x00\x01\x00\x00Standard Jet DB\x00\x01", "report-is-program-file"},
		"a tournament of Vega":           {"Vega 8.3 # Do not edit this\r\nSpring Open\r\n", "report-is-program-file"},
		"a PDF":                          {"%PDF-1.7\n", "report-is-pdf"},
		"FIDE's list as TXT":             {"ID Number      Name                Fed Sex Tit\n1000001        Aoki, Ren           JPN M\n", "report-is-list"},
		"FIDE's list as TXT of old":      {"ID_NUMBER NAME                 TITLE COUNTRY\n", "report-is-list"},
		"FIDE's list as XML":             {"<?xml version=\"1.0\"?>\n<playerslist><player></player></playerslist>", "report-is-list"},
		"an opening list":                {"id,name,standard\nN1,Aoki Ren,1500\n", "report-is-list"},
		"XML, as FIDE once took reports": {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tournament><players/></tournament>", "report-is-xml"},
		"nothing that is known":          {"Dear all,\nwe have played.\n", "format-unknown"},
		"nothing":                        {"", "file-empty"},
	} {
		r, found := file.Read([]byte(c.text), "a.trf", "")
		if r != nil || len(found) == 0 || found[len(found)-1].ID != c.id {
			t.Errorf("%s: got %v, want %s", name, found, c.id)
		}
	}
}
