package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/roster/fidelist"
	"github.com/arpadchess/arpad/season"
)

// listFile is an open list of players: an opening list as a table, or a FIDE list. Its
// bytes tell which.
type listFile struct {
	*os.File
	head []byte
}

func openList(path string) (*listFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	head := make([]byte, fidelist.Head)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.Join(err, f.Close())
	}
	return &listFile{File: f, head: head[:n]}, nil
}

// fide reports whether it is a FIDE list.
func (f *listFile) fide() bool {
	info, err := f.Stat()
	return fidelist.Is(f.head) && err == nil && !file.IsTable(f, info.Size())
}

// read reads the list: a table up to limit bytes, with a number of rows in
// proportion to the default most; of a FIDE list only the wanted players.
func (f *listFile) read(limit int64, most int, wanted map[string]bool) (*roster.Roster, *roster.List, []finding.Finding, error) {
	name := filepath.Base(f.Name())
	if f.fide() {
		info, err := f.Stat()
		if err != nil {
			return nil, nil, nil, err
		}
		players, list, findings := fidelist.Read(f, f.head, info.Size(), name, fidelist.Wanted{IDs: wanted})
		return players, &list, findings, nil
	}
	data, err := file.LoadFrom(io.MultiReader(bytes.NewReader(f.head), f), f.Name(), limit)
	if err != nil {
		return nil, nil, nil, err
	}
	in, encoded := file.Table(data, name)
	if slices.ContainsFunc(encoded, finding.Finding.RefusesAll) {
		return roster.New(), &roster.List{}, encoded, nil
	}
	players, list, findings := roster.ReadUpTo(rowsIn(limit, most), in, name)
	return players, &list, append(encoded, findings...), nil
}

// rowsIn returns the number of rows allowed for a file size, in proportion to the
// default limits.
func rowsIn(limit int64, most int) int { return int(limit * int64(most) / (file.MaxSize << 20)) }

// readPlayers reads the opening list. With a FIDE list, players are identified
// by their FIDE numbers by default.
func (a *app) readPlayers(in *input, source *source) error {
	f, err := openList(source.Players)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read only
	if f.fide() && in.IDs == season.AutoID {
		in.IDs = season.FideID
	}
	players, list, findings, err := a.readList(f, source.MaxSize<<20, roster.MaxPlayers, season.Sought(&in.Input))
	if err != nil {
		return err
	}
	if f.fide() && in.Regulation.Latest().About().Authority != "fide" {
		fidelist.Foreign(players, list)
		foreign := finding.New("list-of-fide", finding.Warning, finding.At{}, finding.Text("regulation", in.Regulation.ID))
		findings = append(findings, foreign.Of(filepath.Base(f.Name())))
	}
	in.Roster, in.Opening = players, list
	in.findings = append(in.findings, findings...)
	return nil
}

// readList reads a list, which must have no errors.
func (a *app) readList(f *listFile, limit int64, most int, wanted map[string]bool) (*roster.Roster, *roster.List, []finding.Finding, error) {
	players, list, findings, err := f.read(limit, most, wanted)
	if err == nil {
		err = a.usable(f, findings)
	}
	return players, list, findings, err
}

// usable prints the findings of a list that has errors, and returns that it is unusable.
func (a *app) usable(f *listFile, findings []finding.Finding) error {
	if !slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
		return nil
	}
	a.printFindings(findings, finding.Warning)
	return finding.NewProblem("list-unusable", finding.Text("file", f.Name()))
}

// readFide reads a FIDE list, which must have no errors, of which many players are wanted.
func (a *app) readFide(f *listFile, wanted fidelist.Wanted) (*fidelist.Packed, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	players, findings := fidelist.ReadPacked(f, f.head, info.Size(), filepath.Base(f.Name()), wanted)
	return players, a.usable(f, findings)
}

// otherList is a list made elsewhere.
type otherList struct {
	players *roster.Roster
	list    *roster.List
}

// readOther reads the list to compare with, nil if there is none; of a FIDE
// list only the players of the reports and the opening list.
func (c *rateCommand) readOther(a *app, in *input) (*otherList, error) {
	if c.Compare == "" {
		return nil, nil
	}
	f, err := openList(c.Compare)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	wanted := season.Sought(&in.Input)
	for i := range in.Roster.Players {
		wanted[in.Roster.Players[i].ID] = true
	}
	players, list, _, err := a.readList(f, c.MaxSize<<20, roster.MaxPlayers, wanted)
	return &otherList{players, list}, err
}
