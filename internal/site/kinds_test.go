package site

import (
	"net/url"
	"testing"
)

// Each kind says which pages of it a folder has, or why it has none.
func TestEachKindIsInTheFolderOrSaysWhyNot(t *testing.T) {
	for i := range kinds {
		if k := &kinds[i]; (k.each == nil) == (k.absent == "") {
			t.Errorf("%s says neither which pages a folder has nor why it has none, or both", k.pattern)
		}
	}
	if last := kinds[len(kinds)-1]; last.pattern != "" {
		t.Errorf("the last kind is %s, not the home page", last.pattern)
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
		k, a := find(u.Path)
		if a.query = u.Query(); a.key(k) != want {
			t.Errorf("%s is kept under %s, not %s", asked, a.key(k), want)
		}
	}
}
