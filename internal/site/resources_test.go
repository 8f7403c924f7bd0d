package site

import (
	"net/url"
	"testing"
)

// Each resource says what of it a folder shows, or why it shows nothing.
func TestEachResourceIsInTheFolderOrSaysWhyNot(t *testing.T) {
	for i := range resources {
		if of := &resources[i]; (of.each == nil) == (of.absent == "") {
			t.Errorf("%s says neither what a folder shows nor why it shows nothing, or both", of.pattern)
		}
	}
	if last := resources[len(resources)-1]; last.pattern != "" {
		t.Errorf("the last one is %s, not the home page", last.pattern)
	}
}

// What an answer is kept under has the known parameters that say something, in one order.
func TestKeys(t *testing.T) {
	for asked, want := range map[string]string{
		"/en/lists/2024-02/standard/":                            "/en/lists/2024-02/standard/",
		"/en/lists/2024-02/standard/?unknown=1&sex=":             "/en/lists/2024-02/standard/",
		"/en/lists/2024-02/standard/?sort=name&page=2&sex=w&x=1": "/en/lists/2024-02/standard/?page=2&sex=w&sort=name",
		"/en/lists/2024-02/standard/?sex=w&sort=n%61me&page=2":   "/en/lists/2024-02/standard/?page=2&sex=w&sort=name",
		"/ja/lists/2024-02/standard.csv":                         "/lists/2024-02/standard.csv",
		"/ja/lists/2024-02/standard.csv?sort=name":               "/ja/lists/2024-02/standard.csv?sort=name",
		"/ja/lists/2024-02/standard/filters.json":                "/ja/lists/2024-02/standard/filters.json",
	} {
		u, err := url.Parse(asked)
		if err != nil {
			t.Fatal(err)
		}
		of, a := find(u.Path)
		if a.query = u.Query(); a.key(of) != want {
			t.Errorf("%s is kept under %s, not %s", asked, a.key(of), want)
		}
	}
}
