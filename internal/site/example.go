package site

import (
	"cmp"
	"path"
	"strings"

	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/rating"
)

// worked is the values of the page of a worked example.
type worked struct {
	Name    string // with its folder
	Edition string
	Options []pair // that are set
	Comment []string
	Files   []workedFile
	Want    []pair
	Clauses []cited // that it shows
}

// workedFile is a file of an example: the opening list, or a tournament.
type workedFile struct{ Name, Text string }

func readExample(v *visit) (*worked, error) {
	name := path.Join(v.Value("folder"), v.Value("name"))
	if !example.Known(name) {
		return nil, errNoPage
	}
	e, err := example.Named(name)
	if err != nil {
		return nil, err
	}
	under := strings.Fields(e.Under)
	w := &worked{Name: name, Edition: under[0]}
	for _, option := range under[1:] {
		of, value, _ := strings.Cut(option, "=")
		w.Options = append(w.Options, pair{Term: of, Text: value})
	}
	inJapanese := v.Language == "ja" && glyph.Japanese(e.Comment)
	for paragraph := range strings.SplitSeq(strings.TrimSpace(e.Comment), "\n\n") {
		if glyph.Japanese(paragraph) == inJapanese {
			between := " "
			if inJapanese {
				between = ""
			}
			w.Comment = append(w.Comment, strings.ReplaceAll(paragraph, "\n", between))
		}
	}
	for _, f := range e.Files {
		if f.Name != "want" {
			w.Files = append(w.Files, workedFile{f.Name, string(f.Data)})
		}
	}
	for _, line := range e.Want {
		w.Want = append(w.Want, v.wanted(&line))
	}
	all, err := v.editions()
	for _, about := range all {
		for _, c := range about.Clauses {
			if example.OfClause(about.ID, c.ID) == name {
				w.Clauses = append(w.Clauses, cited{Edition: about.ID, Clause: c.ID})
			}
		}
	}
	return w, err
}

// wanted returns a line of an example in words: what it is about, and its values.
func (v *visit) wanted(line *example.Want) pair {
	about := []string{v.Text("web.example."+line.Kind, nil)}
	for i, where := range line.Where {
		switch {
		case where == "-" || i == 0 && line.Kind == "finding":
		case i == 0 && line.Kind == "list":
			about = append(about, v.Format().Label(where))
		default:
			about = append(about, where)
		}
	}
	var values []string
	for _, word := range strings.Fields(line.Line) {
		name, value, ok := strings.Cut(word, "=")
		of, rest, _ := strings.Cut(name, "_")
		kind, err := rating.ParseKind(of)
		key := "web.example.value-" + cmp.Or(rest, of)
		switch known := v.Text(key, nil) != key; {
		case !ok || !known && (err != nil || rest != ""):
			continue
		case value == "true" || value == "false":
			value = v.Format().Option(value)
		case name == "type":
			value = v.Word(value)
		}
		said := v.Text(key, nil)
		if err == nil {
			if said = v.Word(kind.String()); rest != "" {
				said += v.Text("web.comma", nil) + v.Text(key, nil)
			}
		}
		values = append(values, said+" "+strings.Replace(value, "-", "\u2212", 1))
	}
	return pair{Term: strings.Join(about, " · "), Text: strings.Join(values, "; ")}
}
