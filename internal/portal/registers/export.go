package registers

import (
	"bytes"
	"io"
	"net/http"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
)

// exported are the registers that are given as files, and to whom.
var exported = map[string]struct {
	who   bureau.Role
	write func(bureau.Reader, io.Writer) error
}{
	"players": {readers, func(r bureau.Reader, w io.Writer) error { return register.ExportPlayers(r, w, false) }},
	"births":  {bureau.Officer, func(r bureau.Reader, w io.Writer) error { return register.ExportPlayers(r, w, true) }},
	"clubs":   {bureau.Officer, register.ExportClubs},
	"members": {readers, register.ExportMembers},
}

// export sends a register as a CSV, as it is imported. Who has taken one is kept with the looks.
func export(v *portal.Visit) (any, error) {
	list := v.R.PathValue("list")
	of := exported[list]
	if !v.Is.Actor.Is(of.who) {
		return nil, missing(v)
	}
	if err := v.Looked("export of " + list); err != nil {
		return nil, err
	}
	var csv bytes.Buffer
	if err := view(v, func(r bureau.Reader) error { return of.write(r, &csv) }); err != nil {
		return nil, err
	}
	v.W.Header().Set("Content-Disposition", `attachment; filename="`+list+`.csv"`)
	v.Send(response.New(http.StatusOK, "text/csv; charset=utf-8", csv.Bytes()))
	return nil, nil
}

// exports returns the registers that the visitor may take as files.
func (d desktop) Exports() []string {
	switch {
	case d.At == "players" && d.May:
		return []string{"players", "births"}
	case d.At == "players", d.At == "members", d.At == "clubs" && d.May:
		return []string{d.At}
	}
	return nil
}
