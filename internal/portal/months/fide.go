package months

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// fideShown is what the page of FIDE events shows.
type fideShown struct {
	Due, Sent, Excluded []*fideLine
	Expected            []document.FIDEExpected
}

// fideLine is a section of a FIDE event.
type fideLine struct {
	Of document.FIDEEvent
	document.FIDESection
}

// Due reports whether something is to be sent.
func (l *fideLine) Due() bool { return slices.Contains(fidereport.Open, l.State) }

// SentDay returns the day on which it was sent, zero if it was not.
func (l *fideLine) SentDay() civil.Date { return dayOf(l.Sent) }

// dayOf returns a day, zero for none.
func dayOf(day *civil.Date) civil.Date {
	if day == nil {
		return 0
	}
	return *day
}

func showFIDE(v *portal.Visit) (any, error) {
	read, err := as[document.FIDEEvents](v, "fide", "")
	s := &fideShown{Expected: read.Expected}
	for _, e := range read.Events {
		for _, section := range e.Sections {
			line := &fideLine{e, section}
			switch {
			case line.Excluded != nil:
				s.Excluded = append(s.Excluded, line)
			case line.Due():
				s.Due = append(s.Due, line)
			default:
				s.Sent = append(s.Sent, line)
			}
		}
		if len(e.Sections) == 0 { // its file has not come, or nobody can read it
			s.Due = append(s.Due, &fideLine{e, document.FIDESection{State: fidereport.Unsent}})
		}
	}
	return s, err
}

// fideEventShown is what the page of a FIDE event shows.
type fideEventShown struct {
	*document.FIDEEvent
	Sections []*fideSection
}

// File returns the address of the file that tells FIDE of a section; as is the format, empty for the usual one.
func (s *fideEventShown) File(lang, section, as string) string {
	of := url.Values{"section": {section}}
	if as != "" {
		of.Set("as", as)
	}
	return "/" + lang + "/" + page.Escaped("desk", "fide", s.Ref, "file") + "?" + of.Encode()
}

// fideSection is a section of a FIDE event, with what is said of its file.
type fideSection struct {
	document.FIDESection
	Found []string     // what the file lacks, in sentences
	Wrong string       // why there is no file; empty: there is one
	Write string       // the command that writes it
	Forms *filingForms // nil: the visitor only reads
}

// SentDay returns the day on which it was sent, zero if it was not.
func (s *fideSection) SentDay() civil.Date { return dayOf(s.Sent) }

// Changed reports whether FIDE has to be told again.
func (s *fideSection) Changed() bool { return s.State == fidereport.Changed }

// Sendable reports whether something of the section is to be sent to FIDE.
func (s *fideSection) Sendable() bool {
	return slices.Contains(fidereport.Open, s.State)
}

func showFIDEEvent(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	read, err := as[document.FIDEEvents](v, "fide", "")
	if err != nil {
		return nil, err
	}
	s := &fideEventShown{}
	for i := range read.Events {
		if read.Events[i].Ref == ref {
			s.FIDEEvent = &read.Events[i]
		}
	}
	if s.FIDEEvent == nil {
		return nil, finding.Refuse("no-fide-event", finding.Text("ref", ref))
	}
	for _, of := range s.FIDEEvent.Sections {
		section := &fideSection{FIDESection: of, Write: "arpad fide write " + ref + " -o open.trf"}
		if len(s.FIDEEvent.Sections) > 1 {
			section.Write = "arpad fide write " + ref + " --section \"" + of.Section + "\" -o open.trf"
		}
		_, found, err := written(v, ref, of.Section, trf.TRF26)
		for _, f := range found {
			section.Found = append(section.Found, v.Printer().Message(f))
		}
		if section.Wrong, err = wrong(v, err); err != nil {
			return nil, err
		}
		s.Sections = append(s.Sections, section)
	}
	return s, s.forms(v)
}

// written returns the file that tells FIDE of a section, and what it lacks.
func written(v *portal.Visit, ref, section string, version trf.Version) (file []byte, found []finding.Finding, err error) {
	err = view(v, func(r bureau.Reader, _ *bureau.Settings) error {
		told, number, lacks, err := desk.FIDEReport(r, ref, section)
		if err != nil {
			return err
		}
		found = lacks
		report.FillPoints(told)
		if missing := trf.Missing(told, number); version == trf.TRF26 && len(missing) > 0 {
			found = append(found, finding.New("lines-missing", finding.Info, finding.At{}, finding.Text("codes", strings.Join(missing, ", "))))
		}
		var out bytes.Buffer
		err = trf.Write(&out, told, number, version)
		file = out.Bytes()
		return err
	})
	return file, found, err
}

// showFile sends the file that tells FIDE of a section. It has births, so that the look is kept.
func showFile(v *portal.Visit) (any, error) {
	ref, version := v.R.PathValue("ref"), trf.TRF26
	if v.R.URL.Query().Get("as") == "trf16" {
		version = trf.TRF16
	}
	file, _, err := written(v, ref, v.R.URL.Query().Get("section"), version)
	if err == nil {
		err = v.Looked("fide " + ref)
	}
	if err != nil {
		return nil, err
	}
	v.W.Header().Set("Content-Disposition", `attachment; filename="`+ref+`.trf"`)
	v.Send(response.New(http.StatusOK, "text/plain; charset=utf-8", file))
	return nil, nil
}
