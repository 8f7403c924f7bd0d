package site

import (
	"html/template"
	"slices"
	"strings"
	"sync"
)

// frames are the parts of pages that are the same everywhere in a part of the site.
var frames sync.Map

// frame is what such a part depends on.
type frame struct {
	name, lang, up, part string
	cited                cited // of a citation
}

// parts are the parts of the site that the frame of their pages shows.
var parts = []string{"", "search", "lists", "status", "events", "rules", "calculators", "help"}

// deepest is how long the way to the root is on pages whose parts are kept: visitors make up
// others.
const deepest = len("../../../../../../../../")

// Frame returns a part of the page that is the same on others, by the name of its template.
func (p *page) Frame(name string) (template.HTML, error) {
	part := p.Part()
	if !slices.Contains(parts, part) {
		part = "others"
	}
	return p.common(frame{name, p.lang, p.up(), part, cited{}}, p)
}

// citation returns a citation, which leads to the page of its edition.
func (p *page) citation(c cited) template.HTML {
	made, err := p.common(frame{"cite", p.lang, p.up(), "", c}, p.About(c))
	if err != nil {
		panic(err) // the template is ours
	}
	return made
}

// common returns a part of the page that others have, too.
func (p *page) common(f frame, shown *page) (template.HTML, error) {
	if kept, ok := frames.Load(f); ok {
		return kept.(template.HTML), nil
	}
	var out strings.Builder
	if err := languages()[p.lang].templates[p.kind.template].ExecuteTemplate(&out, f.name, shown); err != nil {
		return "", err
	}
	made := template.HTML(out.String()) // what a template has escaped
	if len(f.up) <= deepest {
		frames.Store(f, made)
	}
	return made, nil
}

// Site returns the name of the site.
func (p *page) Site() string {
	if p.Authority == "" {
		return p.Text("web.site", nil)
	}
	key := frame{name: "site", lang: p.lang, part: p.Authority}
	if kept, ok := frames.Load(key); ok {
		return kept.(string)
	}
	name := format{p.Printer}.text("web.site-of", "authority", p.Text("web.authority."+p.Authority, nil))
	frames.Store(key, name)
	return name
}
