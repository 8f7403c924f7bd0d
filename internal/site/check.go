package site

import (
	"cmp"
	"errors"
	"html"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Links are the links in a folder.
type Links struct {
	Pages, Links int
	Dead         []DeadLink // by page
}

// DeadLink is a link that leads nowhere.
type DeadLink struct {
	Page string // its file, from the folder on
	Link string // as it stands there
}

// leading are the attributes by which a page leads to another one, or to a file.
var leading = []string{"href", "src", "action", "hx-get"}

// Check follows the links in the pages of a folder, but for those to other hosts.
func Check(folder string) (*Links, error) {
	files := map[string]bool{} // from the folder on, with slashes
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err = filepath.Rel(folder, name)
		files[filepath.ToSlash(name)] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	found := &Links{}
	for name := range files {
		if strings.HasSuffix(name, ".html") {
			err = errors.Join(err, found.page(folder, name, files))
		}
	}
	slices.SortFunc(found.Dead, func(a, b DeadLink) int { return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Link, b.Link)) })
	return found, err
}

// page follows the links of a page.
func (l *Links) page(folder, name string, files map[string]bool) error {
	body, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	l.Pages++
	base := &url.URL{Path: "/" + name}
	seen := map[string]bool{}
	for text := range linksIn(string(body)) {
		if seen[text] {
			continue
		}
		seen[text] = true
		to, err := base.Parse(text)
		if err == nil && (to.Scheme != "" || to.Host != "") {
			continue
		}
		l.Links++
		if err != nil || escapes(base, text) || !leads(to.Path, files) {
			l.Dead = append(l.Dead, DeadLink{name, text})
		}
	}
	return nil
}

// linksIn yields the links in a page, as templates write them.
func linksIn(body string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := strings.Index(body, `="`); i >= 0; i = strings.Index(body, `="`) {
			attribute := body[strings.LastIndexAny(body[:i], " \n\t")+1 : i]
			value, rest, _ := strings.Cut(body[i+len(`="`):], `"`)
			body = rest
			_, moved, refreshed := strings.Cut(value, "; url=")
			if refreshed = refreshed && attribute == "content"; refreshed {
				value = moved
			}
			if (refreshed || slices.Contains(leading, attribute)) && !yield(html.UnescapeString(value)) {
				return
			}
		}
	}
}

// leads reports whether a file server has a file for a path.
func leads(to string, files map[string]bool) bool {
	name := strings.TrimPrefix(path.Clean(to), "/")
	if !strings.HasSuffix(to, "/") && files[name] {
		return true
	}
	return files[strings.TrimPrefix(name+"/index.html", "/")]
}

// escapes reports whether a link leads out of the folder, which may be anywhere on a host.
func escapes(base *url.URL, link string) bool {
	up := 0
	for strings.HasPrefix(link, "../") {
		link = link[len("../"):]
		up++
	}
	return strings.HasPrefix(link, "/") || up >= strings.Count(base.Path, "/")
}
