package site

import (
	"net/url"
	"slices"
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

func TestPagesNear(t *testing.T) {
	for _, c := range []struct {
		page, last int
		want       []int
	}{
		{1, 0, nil},
		{1, 1, []int{1}},
		{4, 5, []int{1, 2, 3, 4, 5}},
		{1, 3450, []int{1, 2, 3, 11, 101, 1001, 3450}},
		{700, 3450, []int{1, 600, 690, 698, 699, 700, 701, 702, 710, 800, 1700, 3450}},
		{3450, 3450, []int{1, 2450, 3350, 3440, 3448, 3449, 3450}},
	} {
		if got := pagesNear(c.page, c.last); !slices.Equal(got, c.want) {
			t.Errorf("page %d of %d: got %v, want %v", c.page, c.last, got, c.want)
		}
	}
}
