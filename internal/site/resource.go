package site

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// resource is something that the site shows: as a page, as files for programs, or as both.
type resource struct {
	pattern  string // of its addresses below the language: "/lists/{label}/{revision?}"; {kind} is a kind of rating
	template string // the file of the template of its page; empty: there are only files
	contents
	query    []string // the parameters that it knows
	moves    bool     // it shows more than what was published: reports, or the day
	noindex  bool
	whole    bool // its files hold a whole list
	fleeting bool // it answers what a visitor typed, and is not kept

	each   func(*census, func(subject)) // calls f for each subject that a folder shows
	absent string                       // why a folder shows none; empty: it shows them
	packed bool                         // a folder has its pages packed (pack.go)
	bare   bool                         // a folder has its pages only, no files
}

// contents is what a resource shows: it is read once, whatever it is shown as.
type contents struct {
	read  func(*public.Visit, *public.Asked) (any, error)
	show  func(*visit, any) (any, error) // returns the values of the template
	files []file
}

// file is a form of a resource for programs.
type file struct {
	format      string // "json"
	contentType string
	worded      bool // it depends on the language: it has texts, or names in order
	newest      bool // a folder has it of the newest list only, which is called so in its address
	write       func(*visit, io.Writer, any) error
}

// from returns contents that are read by one function and become a page by another.
func from[D, V any](read func(*public.Visit, *public.Asked) (D, error), show func(*visit, D) (V, error), files ...file) contents {
	return contents{
		read:  func(v *public.Visit, a *public.Asked) (any, error) { return read(v, a) },
		show:  func(v *visit, found any) (any, error) { return show(v, found.(D)) },
		files: files,
	}
}

// showing returns contents that are a page only.
func showing[V any](read func(*visit) (V, error)) contents {
	return contents{read: readNothing, show: func(v *visit, _ any) (any, error) { return read(v) }}
}

// written returns contents that are a file only.
func written(format string, write func(*visit, io.Writer) error) contents {
	of := file{format: format, contentType: contentType(format), write: func(v *visit, w io.Writer, _ any) error { return write(v, w) }}
	return contents{read: readNothing, files: []file{of}}
}

func readNothing(*public.Visit, *public.Asked) (any, error) { return nil, nil }

// as returns a file of what is read.
func as[D any](format string, write func(*visit, io.Writer, D) error) file {
	return file{format: format, contentType: contentType(format), write: func(v *visit, w io.Writer, found any) error { return write(v, w, found.(D)) }}
}

// contentType returns the content type of a format.
func contentType(format string) string {
	if format == filters {
		format = "json"
	}
	return page.TypeOf("." + format)
}

// asCSV returns a CSV file of what is read.
func asCSV[D any](write func(io.Writer, D) error) file {
	return as("csv", func(_ *visit, w io.Writer, found D) error { return write(w, found) })
}

// asDocument returns the JSON file of a document that the API has, too.
func asDocument[D any](of public.Resource[D]) file {
	f := as("json", func(v *visit, w io.Writer, found D) error {
		d, err := of.Document(v.Visit, v.Printer, found)
		if err != nil {
			return err
		}
		return document.Write(w, d)
	})
	f.worded = of.Worded
	return f
}

// file returns the file in a format, nil if there is none.
func (r *resource) file(format string) *file {
	if i := slices.IndexFunc(r.files, func(f file) bool { return f.format == format }); i >= 0 {
		return &r.files[i]
	}
	return nil
}

// has reports whether there is a page, or a file in a format.
func (r *resource) has(format string) bool {
	return format == "" && r.template != "" || r.file(format) != nil
}

// form is a form of the addresses of a resource.
type form struct {
	*resource
	segments []string
}

const optional = "{revision?}"

// formsOf returns the forms of the addresses of a resource: without and with what is optional.
func formsOf(r *resource) []form {
	segments := strings.Split(r.pattern, "/")[1:]
	i := slices.Index(segments, optional)
	if i < 0 {
		return []form{{r, segments}}
	}
	return []form{{r, slices.Concat(segments[:i], segments[i+1:])}, {r, segments}}
}

// forms are the forms of all addresses by how many parts they have below the language, those
// before others whose addresses theirs could be, too.
var forms = sync.OnceValue(func() map[int][]form {
	all := map[int][]form{}
	for i := range resources {
		for _, f := range formsOf(&resources[i]) {
			all[len(f.segments)] = append(all[len(f.segments)], f)
		}
	}
	for _, some := range all {
		slices.SortStableFunc(some, func(a, b form) int {
			return slices.CompareFunc(a.segments, b.segments, func(a, b string) int { return cmp.Compare(wide(a), wide(b)) })
		})
	}
	return all
})

// wide tells how many parts of an address a segment of a form matches: one, the kinds of
// ratings or the years, or all.
func wide(segment string) int {
	switch {
	case segment == "{kind}", segment == "{year}":
		return 1
	case strings.HasPrefix(segment, "{"):
		return 2
	}
	return 0
}

// match returns what the parts of an address say, and whether they are of the form.
func (f *form) match(parts []string) (map[string]string, bool) {
	values := map[string]string{}
	for i, segment := range f.segments {
		part := parts[i]
		switch wide(segment) {
		case 0:
			if part != segment {
				return nil, false
			}
			continue
		case 1:
			kind, err := rating.ParseKind(part)
			if isYear := len(part) == len("2006") && strings.Trim(part, "0123456789") == ""; segment == "{year}" && !isYear || segment == "{kind}" && (err != nil || kind == 0) {
				return nil, false
			}
		}
		if part == "" {
			return nil, false
		}
		values[strings.Trim(segment, "{?}")] = part
	}
	return values, true
}
