package office

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
)

// Erasing somebody reaches the forms that mention them, and spares the others.
func TestErasingReachesTheWorkDatabase(t *testing.T) {
	o := newOffice(t)
	b := o.open(t)
	w, err := Database(b).Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for id, text := range map[string]string{"1": `{"player":"Aoki Ren"}`, "2": `{"player":"Baba Mio"}`} {
		_, failed := w.Exec(t.Context(), "INSERT INTO work.draft VALUES ($1, 'A0009', '/portal/type', $2, 1, 1)", id, text)
		err = errors.Join(err, failed)
	}
	id, failed := register.Register(t.Context(), b, register.Player{Name: "Aoki Ren"}, register.Person{}, "")
	if err = errors.Join(err, failed); err == nil {
		_, err = privacy.Erase(t.Context(), b, id, "asked for")
	}
	if err := errors.Join(err, Database(b).Checkpoint(t.Context())); err != nil {
		t.Fatal(err)
	}
	var left string
	if found, err := w.Row(t.Context(), []any{&left}, "SELECT group_concat(id) FROM work.draft"); err != nil || !found || left != "2" {
		t.Errorf("the drafts %q are left (%v)", left, err)
	}
	data, err := os.ReadFile(o.Database + store.WorkFile)
	if err != nil || bytes.Contains(data, []byte("Aoki")) {
		t.Errorf("the name is still in the file (%v)", err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}
