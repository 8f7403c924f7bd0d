package reports

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report/json"
)

// known is what the bureau knows of what was typed, by what everybody may read.
type known struct {
	players []entrant
	clubs   []*register.Club // of whoever types
}

// look finds the players who were typed, and the clubs for which the visitor may report.
func look(v *portal.Visit, t *typed) (k known, err error) {
	if k.clubs, err = v.Clubs(); err != nil {
		return k, err
	}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		search, err := finder.New(r)
		if err != nil {
			return err
		}
		for _, text := range t.Players {
			w, err := whoIs(r, search, text)
			if err != nil {
				return err
			}
			k.players = append(k.players, w)
		}
		return nil
	})
	if !slices.ContainsFunc(k.clubs, func(c *register.Club) bool { return c.Name == t.Said["club"] }) && len(k.clubs) > 0 {
		t.Said["club"] = k.clubs[0].Name
	}
	return k, err
}

// showTyped shows an event that is being typed.
func showTyped(v *portal.Visit) (any, error) {
	t := readTyped(v.R.PostForm)
	k, err := look(v, t)
	if err != nil {
		return nil, err
	}
	s := pageOf(v.Printer(), t.make(k.players), k)
	for _, club := range k.clubs {
		list, err := membersOf(v, club)
		if err != nil {
			return nil, err
		}
		s.Members = append(s.Members, list.Lines...)
	}
	return s, nil
}

// sendTyped does what a button says. Whatever it is, what was typed is kept as a draft, which ends when somebody begins again.
func sendTyped(v *portal.Visit) error {
	t := readTyped(v.R.PostForm)
	do, of, _ := strings.Cut(v.Field("do"), " ")
	number, text, _ := strings.Cut(of, " ")
	n, _ := strconv.Atoi(number) // of a player or a round; zero: of none
	if t.Said["do"] = do; do != "check" {
		delete(t.Said, "do")
	}
	k, err := look(v, t)
	if err != nil {
		return err
	}
	switch do {
	case "rounds":
		t.toRounds()
	case "table":
		delete(t.Said, "by")
	case "round":
		t.Said["round"] = number
	case "remove":
		t.remove(n)
	case "pick":
		if n > 0 && n <= len(t.Players) {
			t.Players[n-1] = text
		}
	case "fits":
		for i, w := range k.players {
			if w.Fits {
				t.Players[i] = w.May[0].ID
			}
		}
	}
	if do != "check" {
		return v.Keep(t.fields())
	}
	m := t.make(k.players)
	if all := slices.Concat(m.Lacks, m.Wrong); len(all) > 0 {
		t.toWrong(all)
		return v.Keep(t.fields())
	}
	data, err := m.file()
	if err == nil {
		err = v.Hold(t.fields())
	}
	if err != nil {
		return err
	}
	return begin(v, "typed-"+m.Report.Start.String()+".json", data, statement.Words{})
}

// toWrong has the round shown in which something is wrong.
func (t *typed) toWrong(all []wrong) {
	for _, w := range all {
		if of := numbered.FindStringSubmatch(w.Field); of != nil && slices.Contains([]string{"w", "r", "b"}, of[1]) {
			t.Said["round"] = of[2]
			return
		}
	}
}

// file returns what was typed as a file of the format that can say everything.
func (m *made) file() ([]byte, error) {
	var b bytes.Buffer
	err := json.Write(&b, &m.Report)
	return b.Bytes(), err
}
