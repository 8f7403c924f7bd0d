package trf_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// drawer draws valid lines, with column numbers of its own.
type drawer struct{ *rand.Rand }

func pick[T any](d drawer, from ...T) T { return from[d.IntN(len(from))] }

// digits draws a number with n digits.
func (d drawer) digits(n int) string {
	text := fmt.Sprint(1 + d.IntN(9))
	for len(text) < n {
		text += fmt.Sprint(d.IntN(10))
	}
	return text
}

func (d drawer) name() string {
	return pick(d, "Aoki, Ren", "Baba,Mio", "Chiba Ai", "de la Endo Doi, A B", "Fukuda-Goto Hamasaki, Inoue Jo X.", "Ito, K 2", "Jo", "Müller, Jürgen Ž", "Žofie, A B")
}

func (d drawer) birth() string {
	return pick(d, "", fmt.Sprintf("%d/%02d/%02d", 1940+d.IntN(70), 1+d.IntN(12), 1+d.IntN(28)), fmt.Sprintf("%d/00/00", 1940+d.IntN(70)))
}

// file draws a file of three players who meet each other or nobody, with a
// federation's line about the second; the points are those of the results.
func (d drawer) file() []string {
	starts := []int{1 + d.IntN(9), 10 + d.IntN(90), 100 + d.IntN(5000)}
	d.Shuffle(3, func(i, j int) { starts[i], starts[j] = starts[j], starts[i] })
	rounds, points, byes := [3]string{}, [3]float64{}, d.IntN(3)
	for round := range d.IntN(9) {
		cells := [3]string{"        ", "        ", "        "}
		bye := (round + byes) % 3
		if code := d.IntN(4); code > 0 {
			cells[bye] = "0000 - " + "HUZ"[code-1:code]
			points[bye] += [4]float64{0, 0.5, 1, 0}[code]
		}
		w, b := (bye+1)%3, (bye+2)%3
		if d.IntN(2) == 0 {
			w, b = b, w
		}
		if result := d.IntN(4); result < 3 {
			cells[w] = fmt.Sprintf("%4d w %c", starts[b], "1=0"[result])
			cells[b] = fmt.Sprintf("%4d b %c", starts[w], "0=1"[result])
			points[w] += 1 - float64(result)/2
			points[b] += float64(result) / 2
		}
		for i := range cells {
			rounds[i] += "  " + cells[i]
		}
	}
	lines := []string{"012 Open", "032 JPN", "042 2026/02/01", "052 2026/02/01"}
	for i, start := range starts {
		line := fmt.Sprintf("001 %4d %1s%3s %-33s %4s %3s %11s %-10s %4.1f %4s%s", start, pick(d, "", "m", "w"), pick(d, "", "g", "GM", "WGM"),
			d.name(), pick(d, "", d.digits(3), fmt.Sprint(1000+d.IntN(1900))), pick(d, "", "JPN", "USA"),
			pick(d, "", d.digits(6), d.digits(8), d.digits(10), d.digits(11)), d.birth(), points[i], pick(d, "", "1", "12", "123"), rounds[i])
		lines = append(lines, strings.TrimRight(line, " "))
	}
	// A line without rating and birth would end with its number, which some
	// programs left-align.
	birth, rating := d.birth(), ""
	if birth == "" || d.IntN(2) == 0 {
		rating = d.digits(3)
	}
	return append(lines, strings.TrimRight(fmt.Sprintf("%s %4d %1s%3s %-33s %4s %3s %11s %-10s", pick(d, "JPN", "USA"), starts[1], pick(d, "", "m", "w"), "",
		d.name(), rating, pick(d, "", "TKO"), pick(d, "", "N"+d.digits(7), d.digits(11)), birth), " "))
}

// shifted returns the variants of a line with a blank inserted or removed at a
// position.
func shifted(line string, at int) (all []string) {
	runes := []rune(line)
	all = append(all, string(runes[:at])+" "+string(runes[at:]))
	if runes[at] == ' ' {
		all = append(all, string(runes[:at])+string(runes[at+1:]))
	}
	return all
}

// about returns the findings about a line that are more severe than
// adjustments.
func about(found []finding.Finding, line int) (ids []string) {
	for _, f := range found {
		if f.Severity > finding.Info && f.Line == int32(line+1) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

func checked(lines []string) (*report.Report, []finding.Finding) {
	r, found := trf.Read(strings.Join(lines, "\n"), "drawn.trf", 0)
	return r, append(found, report.Check(r)...)
}

// same reports whether two reports are equal; computing a diff would be too
// slow for thousands of lines.
func same(a, b *report.Report) bool {
	s, t := &a.Sections[0], &b.Sections[0]
	return slices.EqualFunc(s.Players, t.Players, func(a, b report.Player) bool {
		points := a.Points == b.Points || a.Points != nil && b.Points != nil && *a.Points == *b.Points
		a.Points, b.Points = nil, nil
		return points && reflect.DeepEqual(a, b)
	}) && slices.Equal(s.Games, t.Games) && slices.Equal(s.Byes, t.Byes) && len(a.KeptLines) == len(b.KeptLines)
}

// A blank too many or too few in a line of a player or federation either does
// not change the report, or a finding names the line.
func TestShiftedLineIsNeverSilentlyMisread(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(2026, 16))}
	const files, each = 2500, 2 // with 4 lines per file, and as many positions per line
	failed := 0
	for range files {
		lines := d.file()
		want, found := checked(lines)
		for i := range lines[4:] {
			i += 4
			sound := func(id string) bool { return id == "pairing-twice" || id == "name-repeated" } // the players are drawn
			if ids := slices.DeleteFunc(about(found, i), sound); len(ids) > 0 {
				t.Fatalf("%v in a sound line\n%s", ids, strings.Join(lines, "\n"))
			}
			for range each {
				for _, text := range shifted(lines[i], d.IntN(len([]rune(lines[i])))) {
					changed := slices.Clone(lines)
					changed[i] = text
					got, found := checked(changed)
					if len(about(found, i)) > 0 || same(want, got) {
						continue
					}
					if failed++; failed <= 5 {
						t.Errorf("no finding about\n%s\nwhich was\n%s\n%v\n%s", text, lines[i], found,
							cmp.Diff(want, got, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()))
					}
				}
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d lines were misread in silence", failed)
	}
}

// How shifted lines are read, and the finding about them.
func TestShiftedLine(t *testing.T) {
	for _, c := range []struct{ name, line, found string }{
		{"sound", "001    2 wWGM Baba, Mio                         2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", ""},
		{"from the title on", "001    2 w WGM Baba, Mio                         2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-moved warning 12"},
		{"the whole line", "   001    2 wWGM Baba, Mio                         2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-moved warning 1"},
		{"from the name on", "001    2 wWGM Baba, Mio                       2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-moved warning 47"},
		{"from the name on, far", "001    2 wWGM Baba, Mio                      2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-moved warning 46"},
		{"too far", "001    2 wWGM Baba, Mio                     2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-shifted error 48"},
		{"an ID too long", "001    2 wWGM Baba, Mio                         2500 JPN 190000000002 1991/04/05  0.0    2  0000 - Z", "field-broken error 58"},
		{"an ID too long that moves nothing", "001    2 wWGM Baba, Mio                         2500 JPN 1900000000021991/04/05  0.0    2  0000 - Z", "line-shifted error 69"},
		{"points too long", "001    2 wWGM Baba, Mio                         2500 JPN    90000002 1991/04/05  0.00   2  0000 - Z", "line-shifted warning 85"},
		{"the name begins early", "001    2 wWG Baba, Mio                          2500 JPN    90000002 1991/04/05  0.0    2  0000 - Z", "line-shifted error 14"},
	} {
		r, found := trf.Read("012 Open\n042 2026/02/01\n"+c.line, "x.trf", 0)
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s %d", f.ID, f.Severity, f.Column))
		}
		if text := strings.Join(got, ", "); text != c.found && !strings.HasPrefix(text, c.found+", ") {
			t.Errorf("%s: got %q, want %q", c.name, text, c.found)
		}
		p := r.Sections[0].Players
		if strings.Contains(c.found, "error") {
			continue
		}
		if len(p) != 1 || p[0].Name != "Baba, Mio" || p[0].Rating != 2500 || p[0].FideID != "90000002" || p[0].Birth != 19910405 || len(r.Sections[0].Byes) != 1 {
			t.Errorf("%s: got %+v", c.name, p)
		}
	}
}

// Only lines of federations in FIDE's table or named in the file are read as
// such.
func TestLinesOfFederations(t *testing.T) {
	for _, c := range []struct {
		code, federation string
		want             int
	}{{"JPN", "", 1}, {"QQQ", "", 0}, {"QQQ", "QQQ", 1}, {"NRS", "", 0}} {
		text := fmt.Sprintf("012 Open\n032 %s\n001    1      Aoki\n%s    1      Aoki Ren                          1500", c.federation, c.code)
		r, _ := trf.Read(text, "x.trf", 0)
		if n := len(r.Sections[0].Players[0].National); n != c.want || len(r.KeptLines) != 1-c.want {
			t.Errorf("%s in a file of %q: got %d lines of a federation and %d others", c.code, c.federation, n, len(r.KeptLines))
		}
	}
}

// Files with other deviations of programs are not read as shifted.
func TestValidFilesAreNotShifted(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trf")
	if err != nil || len(files) < 10 {
		t.Fatal("no files", err)
	}
	for _, path := range files {
		_, found := read(t, filepath.Base(path))
		for _, f := range found {
			if slices.Contains([]string{"line-shifted", "line-moved", "field-broken", "columns-mixed"}, f.ID) {
				t.Errorf("%s: %v", path, f)
			}
		}
	}
}
