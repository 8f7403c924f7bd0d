package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/report/trf"
)

// invented is the number of people in the benchmark's lists.
const invented = 345_000

// fideID returns the FIDE ID of the n-th of them.
func fideID(n int) int { return 90_000_000 + 10*n }

// writeText writes a combined FIDE list as text.
func writeText(w io.Writer) {
	fmt.Fprintf(w, "%-15s%-61sFed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n", "ID Number", "Name")
	for n := range invented {
		r := 1400 + n%1300
		fmt.Fprintf(w, "%-15d%-61s%-37s%-6d%-4d%-3d%-6d%-4d%-3d%-6d%-4d%-3d%-6d    \r\n",
			fideID(n), fmt.Sprintf("Family%d, Given%d", n, n), "JPN M   FM", r, 5, 20, r-10, 0, 20, r+10, 9, 20, 1950+n%60)
	}
}

// writeXML writes the same list as XML.
func writeXML(w io.Writer) {
	fmt.Fprint(w, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<playerslist>\n")
	for n := range invented {
		r := 1400 + n%1300
		fmt.Fprintf(w, "<player>\n<fideid>%d</fideid>\n<name>Family%d, Given%d</name>\n<country>JPN</country>\n<sex>M</sex>\n<title>FM</title>\n"+
			"<w_title></w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n<rating>%d</rating>\n<games>5</games>\n<k>20</k>\n"+
			"<rapid_rating>%d</rapid_rating>\n<rapid_games>0</rapid_games>\n<rapid_k>20</rapid_k>\n<blitz_rating>%d</blitz_rating>\n"+
			"<blitz_games>9</blitz_games>\n<blitz_k>20</blitz_k>\n<birthday>%d</birthday>\n<flag></flag>\n</player>\n",
			fideID(n), n, n, r, r-10, r+10, 1950+n%60)
	}
	fmt.Fprint(w, "</playerslist>\n")
}

// writeZipped writes the XML into a ZIP.
func writeZipped(w io.Writer) {
	packed := zip.NewWriter(w)
	if f, err := packed.Create("players_list_xml.xml"); err == nil {
		writeXML(f)
	}
	_ = packed.Close()
}

// stream writes a file piece by piece: the peak memory of a process that is started later
// includes that of this one.
func stream(b *testing.B, path string, write func(io.Writer)) {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriter(f)
	write(out)
	if err := errors.Join(out.Flush(), f.Close()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFideList rates an event of 100 players in a process of its own, from
// a FIDE list of 345,000 players in each format.
func BenchmarkFideList(b *testing.B) {
	program, folder := binary(b), b.TempDir()
	event := swiss(100, 9)
	for i := range event.Sections[0].Players {
		p := &event.Sections[0].Players[i]
		p.Name, p.FideID = fmt.Sprintf("Family%d, Given%d", 3000*i, 3000*i), fmt.Sprint(fideID(3000*i))
	}
	var text bytes.Buffer
	if err := trf.Write(&text, event, 0, trf.TRF16); err != nil {
		b.Fatal(err)
	}
	report := filepath.Join(folder, "event.trf")
	write(b, report, text.Bytes())
	for _, form := range []struct {
		name  string
		write func(io.Writer)
	}{{"list.txt", writeText}, {"list.xml", writeXML}, {"list.zip", writeZipped}} {
		b.Run(form.name, func(b *testing.B) {
			path := filepath.Join(folder, form.name)
			stream(b, path, form.write)
			if info, err := os.Stat(path); err == nil {
				b.SetBytes(info.Size())
			}
			var peak int64
			for b.Loop() {
				c := exec.Command(program, "rate", "--regulation", "fide", "--type", "standard", "--players", path, "--format", "json", report)
				if out, err := c.Output(); err != nil || bytes.Contains(out, []byte("id-unknown")) {
					b.Fatal(err, string(out))
				}
				if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
					peak = max(peak, usage.Maxrss>>10)
				}
			}
			b.ReportMetric(float64(peak), "MB")
		})
	}
}

// BenchmarkPlayerFide takes over an opening list, takes the ratings of a FIDE list of 345,000 players over
// for this bureau, whose players are all in it, and then does it again, which changes nothing. It reports
// the processor time of each, and the most memory.
func BenchmarkPlayerFide(b *testing.B) {
	program, folder := binary(b), b.TempDir()
	list := filepath.Join(folder, "list.txt")
	stream(b, list, writeText)
	for _, players := range []int{10_000, invented} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			folder := b.TempDir()
			opening := filepath.Join(folder, "opening.csv")
			stream(b, opening, func(rows io.Writer) {
				fmt.Fprintln(rows, "id,name,birth,fide_id,standard,standard_games")
				for n := range players {
					fmt.Fprintf(rows, "N%08d,Family%d Given%d,%d,%d,%d,30\n", n+1, n, n, 1950+n%60, fideID(n), 1400+n%1300)
				}
			})
			arpad := func(args ...string) *syscall.Rusage {
				c := exec.Command(program, args...)
				c.Env = append(os.Environ(), "ARPAD_DB="+filepath.Join(folder, "arpad.db"), "ARPAD_OFFICER=suzuki", "ARPAD_CLOCK=2026-03-05T12:00:00+09:00")
				if out, err := c.CombinedOutput(); err != nil {
					b.Fatal(err, string(out))
				}
				return c.ProcessState.SysUsage().(*syscall.Rusage) //nolint:forcetypeassert // on Linux
			}
			took := arpad("init", "--authority", "ncs", "--label", "2026-03", "--max-size", "128", opening)
			report := func(name string, used *syscall.Rusage) {
				b.ReportMetric(float64(used.Utime.Sec+used.Stime.Sec)+float64(used.Utime.Usec+used.Stime.Usec)/1e6, "s/"+name)
				b.ReportMetric(float64(used.Maxrss>>10), "MB/"+name)
			}
			for b.Loop() {
				for _, name := range []string{"first", "second"} {
					report(name, arpad("player", "fide", "--label", "2026-03", list))
				}
			}
			report("init", took)
		})
	}
}
