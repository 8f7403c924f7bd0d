package document

import (
	"io"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
)

// A ListFormat is a format in which a whole list is written.
type ListFormat struct {
	Name   string // of the command's flag: "swiss-manager"
	Ending string // of the file that the site offers: "txt"; empty: it offers none
	Type   string // the media type of that file
	Write  func(io.Writer, *ranking.List) error
}

// ListFormats are the formats in which a whole list is written.
var ListFormats = []ListFormat{
	{"csv", "csv", "text/csv; charset=utf-8", WriteListCSV},
	{"json", "json", "application/json", WriteList},
	{"xlsx", "xlsx", XLSXType, WriteListXLSX},
	{"fide", "txt", "text/plain; charset=iso-8859-1", WriteListFIDE},
	{"swiss-manager", "", "", WriteListSwissManager},
	{"jcf", "", "", WriteListJCF},
}
