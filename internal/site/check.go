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
	files := map[string]bool{}   // from the folder on, with slashes, and what the links to packed pages ask for
	pages := map[string]string{} // packed ones, by their addresses
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err = filepath.Rel(folder, name)
		name = filepath.ToSlash(name)
		files[name] = true
		if err != nil || path.Ext(name) != ".bin" || strings.HasPrefix(name, "assets/") {
			return err
		}
		pack, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		lang, _, _ := strings.Cut(name, "/")
		packed, err := Unpack(pack)
		for page, body := range packed {
			files[lang+"/open/?"+page] = true
			pages[lang+"/"+page+"/index.html"] = body
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	found := &Links{}
	for name := range files {
		if strings.HasSuffix(name, ".html") {
			body, failed := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
			err = errors.Join(err, failed)
			found.page(name, string(body), files)
		}
	}
	for name, body := range pages {
		found.page(name, body, files)
	}
	slices.SortFunc(found.Dead, func(a, b DeadLink) int { return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Link, b.Link)) })
	return found, err
}

// page follows the links of a page.
func (l *Links) page(name, body string, files map[string]bool) {
	l.Pages++
	base := &url.URL{Path: "/" + name}
	seen := map[string]bool{}
	for text := range linksIn(body) {
		if seen[text] {
			continue
		}
		seen[text] = true
		to, err := base.Parse(text)
		if err == nil && (to.Scheme != "" || to.Host != "") {
			continue
		}
		l.Links++
		if err != nil || escapes(base, text) || to.Path != base.Path && !leads(to, files) {
			l.Dead = append(l.Dead, DeadLink{name, text})
		}
	}
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

// leads reports whether a file server has a file for an address, or a pack the page that it asks for.
func leads(to *url.URL, files map[string]bool) bool {
	name := strings.TrimPrefix(path.Clean(to.Path), "/")
	if path.Base(name) == "open" && to.RawQuery != "" {
		page, _, _ := strings.Cut(to.RawQuery, "?") // and what it asks of that
		if list := furtherPage.FindStringSubmatch(page); list != nil {
			return files[path.Join(path.Dir(name), list[1], "index.html")]
		}
		return files[name+"/?"+page]
	}
	if !strings.HasSuffix(to.Path, "/") && files[name] {
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
