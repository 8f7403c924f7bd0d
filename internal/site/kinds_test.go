package site

import "testing"

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
