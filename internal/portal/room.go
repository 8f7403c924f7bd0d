package portal

import (
	"embed"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/work"
)

//go:embed template asset
var sources embed.FS

// Room is a group of pages with what they are made of.
type Room struct {
	Templates embed.FS // template has the pages, template/parts what they share, asset the assets
	Assets    []string // names
	Routes    []Route
	Results   map[string]func(*Visit, *work.Job) []string // what a job of a kind has come to, in sentences

	once sync.Once
	set  *page.Set
}

// Route is a page.
type Route struct {
	Path     string // below the language
	Template string // empty: nothing is shown, only sent
	Who      bureau.Role
	Fresh    bool                      // a second factor is asked for before it is shown
	Drafts   bool                      // what is typed into its form is kept
	Files    bool                      // its form has files
	Acts     []string                  // whose forms it shows, beside those of cures
	Own      bool                      // whoever acts on it does so with what is theirs only, whatever else they may
	Show     func(*Visit) (any, error) // what it shows; nil: nothing of its own
	Send     func(*Visit) error        // does what the form says; nil: there is none
}

// pages returns the pages of a room. All pages have the parts and the assets of the first one.
func (room *Room) pages() *page.Set {
	room.once.Do(func() {
		of := []*Room{own}
		if room != own {
			of = append(of, room)
		}
		assets := map[string]*response.Response{}
		var parts []fs.FS
		for _, one := range of {
			for _, name := range one.Assets {
				body, err := one.Templates.ReadFile("asset/" + name)
				if err != nil {
					panic(err) // it is embedded
				}
				assets[name] = response.New(http.StatusOK, page.TypeOf(name), body).Tight()
			}
			if _, err := fs.Stat(one.Templates, "template/parts"); err == nil {
				parts = append(parts, below(one.Templates, "template/parts"))
			}
		}
		room.set = page.New(below(room.Templates, "template"), assets, parts...)
	})
	return room.set
}

// below returns a folder of what is embedded.
func below(files fs.FS, folder string) fs.FS {
	sub, err := fs.Sub(files, folder)
	if err != nil {
		panic(err)
	}
	return sub
}

// What a form with files may have, and how long it may take to come.
const (
	maxFiles  = 16 << 20
	maxFields = 1 << 20
	patience  = 10 * time.Minute
)

// Bounds are what bodies of requests may take: files are larger than other forms, and a slow line takes its time.
func Bounds(rooms ...*Room) map[string]front.Bounds {
	all := boundsOfSetup()
	for _, room := range rooms {
		for i := range room.Routes {
			rt := &room.Routes[i]
			of := front.Bounds{Bytes: maxFields, Read: patience}
			if rt.Files {
				of.Bytes += maxFiles
			}
			if rt.Send == nil || !rt.Files && !rt.Drafts {
				continue
			}
			for _, lang := range explain.Languages {
				all["POST /"+lang+"/"+rt.Path+"/"] = of
			}
		}
	}
	maps.Copy(all, map[string]front.Bounds{"POST /draft": {Bytes: maxFields, Read: patience}})
	return all
}

// parse reads the form of a page. Else it returns why not, as refuse says it.
func (v *Visit) parse(rt *Route) (status int, why string) {
	parse := v.R.ParseForm
	if rt.Files {
		parse = func() error { return v.R.ParseMultipartForm(maxFiles) }
	}
	var large *http.MaxBytesError
	switch err := parse(); {
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, "too-large"
	case err != nil && !errors.Is(err, http.ErrNotMultipart):
		return http.StatusBadRequest, "form"
	}
	for _, form := range []url.Values{v.R.Form, v.R.PostForm} {
		for _, values := range form {
			for i := range values {
				values[i] = strings.ReplaceAll(values[i], "\r\n", "\n") // as it was typed: browsers end lines so
			}
		}
	}
	return 0, ""
}

// Show sends a page of the room that has no address of its own.
func (v *Visit) Show(template string, status int, of any) error {
	return v.show(v.room, template, status, shown{Refused: v.why, Of: of})
}

// Printer says things in the language of the page.
func (v *Visit) Printer() *explain.Printer { return page.In(v.Lang) }

// Looks keeps who looks at what.
func (v *Visit) Looks() bureau.Remembered { return v.door.Work }

// Clock returns what does what happens by itself.
func (v *Visit) Clock() *clockwork.Clock { return v.portal.Clock }

// Alarms returns what needs somebody, as the visitor reads it.
func (v *Visit) Alarms() ([]Item, error) {
	found, err := v.portal.Clock.Alarms(v.R.Context(), v.Bureau)
	return v.Items(found), err
}

// Office returns the office of the bureau.
func (v *Visit) Office() *office.Office { return v.portal.Office }

// Read returns a document as the visitor reads it.
func (v *Visit) Read(name, key string) (any, error) {
	return v.ReadBy(document.Wish{Document: name, Key: key})
}

// ReadBy returns a document that more is asked about.
func (v *Visit) ReadBy(w document.Wish) (any, error) {
	w.Looks, w.Confirmed = v.Looks(), v.Is != nil && v.confirmed()
	return document.Read(v.R.Context(), v.Bureau, v.Printer(), w)
}

// Seen returns the digest of what the visitor sees of a document, for what they decide by it.
func (v *Visit) Seen(name, key string) (seen string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		seen, err = view.For(v.Bureau.Actor).Seen(r, name, key)
		return err
	})
	return seen, err
}
