package work

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Every table says what is kept of people in it.
func TestEveryTableIsOfPeople(t *testing.T) {
	files, err := filepath.Glob("../store/migrations/work/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var made, said []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`CREATE TABLE work\.([a-z_]+)`).FindAllStringSubmatch(string(text), -1) {
			made = append(made, m[1])
		}
	}
	for _, table := range tables {
		said = append(said, table.name)
	}
	slices.Sort(made)
	slices.Sort(said)
	if !slices.Equal(made, said) {
		t.Errorf("the database has %v, of people there is said something in %v", made, said)
	}
}
