package registers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster/fidelist"
)

// at is where files that are to be imported wait.
const at = "desk/import"

// kinds are what can be imported. The last one is a list of FIDE.
var kinds = []string{"player", "member", "club", "fide"}

// importShown is what the page shows on which a file is chosen.
type importShown struct {
	desktop
	Kinds   []string
	Label   string // the month of today
	Waiting []waitingFile
}

// waitingFile is a file of the visitor that is not imported yet.
type waitingFile struct{ ID, Name, Kind, When string }

func showImport(v *portal.Visit) (any, error) {
	s := &importShown{desktop: deskOf(v, "import"), Kinds: kinds, Label: today(v).String()[:len("2006-01")]}
	s.Commands = []string{"arpad player import FILE.csv --dry-run", "arpad member import FILE.csv --reason TEXT", "arpad club import FILE.csv --reason TEXT", "arpad player fide FILE --label " + s.Label}
	drafts, err := v.Drafts(at)
	for id, d := range drafts {
		if d.Fields.Get("done") == "" && d.Fields.Get("kind") != "" {
			s.Waiting = append(s.Waiting, waitingFile{id, d.Fields.Get("name"), d.Fields.Get("kind"), v.When(d.Changed)})
		}
	}
	slices.SortFunc(s.Waiting, func(a, b waitingFile) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	return s, err
}

// sendImport takes a file, and begins to look at it.
func sendImport(v *portal.Visit) error {
	f, err := uploaded(v)
	if err != nil {
		return err
	}
	kind := v.Field("kind")
	if !slices.Contains(kinds, kind) {
		kind = guess(f)
	}
	return begin(v, kind, v.Field("label"), f.Name, f)
}

// uploaded returns the file of the form.
func uploaded(v *portal.Visit) (f work.File, err error) {
	if v.R.MultipartForm == nil || len(v.R.MultipartForm.File["file"]) == 0 || v.R.MultipartForm.File["file"][0].Size == 0 {
		return f, finding.NewProblem("upload-missing")
	}
	h := v.R.MultipartForm.File["file"][0]
	in, err := h.Open()
	if err != nil {
		return f, err
	}
	f.Name = path.Base(strings.ReplaceAll(h.Filename, `\`, "/"))
	f.Data, err = io.ReadAll(in)
	return f, errors.Join(err, in.Close())
}

// begin keeps a file, begins to look at it, and leads to what was found. name is what the visitor calls it.
func begin(v *portal.Visit, kind, label, name string, f work.File) error {
	id, err := v.Begin(at, url.Values{"kind": {kind}, "label": {label}, "name": {name}}, []work.File{f})
	if err != nil {
		return err
	}
	if err := look(v, id, kind, label, f); err != nil {
		return err
	}
	return v.Lead("desk", "import", id)
}

// guess returns what a file most likely has.
func guess(f work.File) string {
	if isFIDE(f.Data) {
		return "fide"
	}
	columns := func(kind string) (all []string) {
		for _, h := range headings(kind, f) {
			if h.Column != "" {
				all = append(all, h.Column)
			}
		}
		return all
	}
	if of := columns("member"); slices.Contains(of, "player") && slices.Contains(of, "from") && slices.Contains(of, "to") {
		names := []string{"id", "name", "given_name", "name_local", "kana", "club", "member_from", "member_to"} // beside which a list of members has nothing
		if !slices.ContainsFunc(columns("player"), func(column string) bool { return !slices.Contains(names, column) }) {
			return "member"
		}
	}
	best, most := "player", 0
	for _, kind := range kinds[:len(kinds)-1] {
		if known := len(columns(kind)); known > most {
			best, most = kind, known
		}
	}
	return best
}

// isFIDE reports whether a file is a list of FIDE.
func isFIDE(data []byte) bool {
	return fidelist.Is(data[:min(len(data), fidelist.Head)]) && !file.IsTable(bytes.NewReader(data), int64(len(data)))
}

// headings returns the headings of a table, with the columns for which they stand.
func headings(kind string, f work.File) []sheet.Heading {
	table := register.Tables()[kind]
	in, found := file.Table(f.Data, f.Name)
	if table == nil || in == nil || slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return nil
	}
	return table.Headings(in)
}

// readFIDE reads a list of FIDE for the players of the bureau.
func readFIDE(f work.File, of *register.Unlinked) (*fidelist.Packed, []finding.Finding) {
	head := f.Data[:min(len(f.Data), fidelist.Head)]
	in := bytes.NewReader(f.Data)
	_, _ = in.Seek(int64(len(head)), io.SeekStart) // it is in memory
	return fidelist.ReadPacked(in, head, int64(len(f.Data)), f.Name, fidelist.Wanted{IDs: of.Linked, Like: of.Like})
}

// outcome is what an import comes to.
type outcome struct {
	Refused            bool
	New, Changed, Same int
	Missing            int // players who are not in a list of FIDE
	Findings           []finding.Finding
	Changes            []register.Change
	Links              []register.FideLink // proposals for players without a FIDE ID
	Clubs              int                 // that players name and nobody has registered
}

// importing returns the act that imports a file. A list of FIDE is read for the players of the bureau.
func importing(ctx context.Context, b *bureau.Bureau, kind, label, reason string, f work.File) (does act.Act, of outcome, err error) {
	because, data := act.Because{Reason: reason}, act.File{Name: f.Name, Data: f.Data}
	switch kind {
	case "player":
		return &act.ImportPlayers{Import: act.Import{Because: because, File: data}}, of, nil
	case "member":
		return &act.ImportMembers{Import: act.Import{Because: because, File: data}}, of, nil
	case "club":
		return &act.ImportClubs{Import: act.Import{Because: because, File: data}}, of, nil
	}
	if !isFIDE(f.Data) {
		return nil, of, finding.NewProblem("no-list-of-fide", finding.Text("file", f.Name))
	}
	var unlinked *register.Unlinked
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		unlinked, err = register.UnlinkedPlayers(r)
		return err
	})
	if err != nil {
		return nil, of, err
	}
	players, found := readFIDE(f, unlinked)
	of.Findings, of.Refused = found, bureau.AnyRefusal(found)
	of.Links = unlinked.Links(players)
	return &act.UpdateFIDE{Label: label, List: players}, of, nil
}

// does imports a file by what does it: looking at it, or doing it.
func does(ctx context.Context, b *bureau.Bureau, kind, label, reason string, f work.File, by func(act.Act) (*bureau.Outcome, error)) (*outcome, error) {
	a, of, err := importing(ctx, b, kind, label, reason, f)
	if err != nil || of.Refused {
		return &of, err
	}
	out, err := by(a)
	if err != nil {
		return nil, err
	}
	switch made := out.Value.(type) {
	case *register.Imported:
		of.Refused, of.New, of.Changed, of.Same = made.Refused(), made.New, made.Changed, made.Same
		of.Findings, of.Changes, of.Clubs = append(of.Findings, made.Findings...), made.Changes, len(made.Proposed)
	case *register.FideUpdate:
		of.Changed, of.Same, of.Missing = made.Changed, made.Found-made.Changed, made.Missing
		of.Findings = append(of.Findings, made.Findings...)
	}
	return &of, nil
}

// look begins to look at what importing a file would lead to.
func look(v *portal.Visit, id, kind, label string, f work.File) error {
	_, err := v.Begins("import-look "+id, func(ctx context.Context, b *bureau.Bureau) (any, error) {
		return does(ctx, b, kind, label, "a look", f, func(a act.Act) (*bureau.Outcome, error) { return act.Look(ctx, b, a, act.With{}) })
	})
	return err
}

// take begins to import a file. The same one is imported once.
func take(v *portal.Visit, id, kind, label, reason string, f work.File) error {
	_, err := v.Begins("import "+id, func(ctx context.Context, b *bureau.Bureau) (any, error) {
		return does(ctx, b, kind, label, reason, f, func(a act.Act) (*bureau.Outcome, error) {
			return act.Do(ctx, b, a, act.With{Key: "import " + id})
		})
	})
	return err
}
