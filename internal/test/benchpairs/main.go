// Command benchpairs compares the benchmarks of a package in two commits. It
// builds the tests of both, and runs them in alternating turns on one core, so
// that other work on the machine slows both down. The minima are the times that
// were disturbed least.
//
//	go run ./internal/benchpairs -old COMMIT [-new COMMIT] [-bench REGEXP] ./regulation/fide
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	var c comparison
	flag.StringVar(&c.before, "old", "HEAD", "the commit before")
	flag.StringVar(&c.after, "new", "", "the commit after; empty: the files as they are")
	flag.StringVar(&c.bench, "bench", ".", "the benchmarks, as for go test")
	flag.IntVar(&c.turns, "turns", 10, "the number of turns")
	flag.StringVar(&c.time, "time", "1s", "the time of a benchmark in each turn, as for go test")
	flag.StringVar(&c.with, "with", "", "a file that both use as it is now, such as a new benchmark")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	c.pkg = flag.Arg(0)
	if err := c.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// comparison is a package's benchmarks before and after a change.
type comparison struct {
	before, after    string // commits; empty: the files as they are
	pkg, bench, time string
	with             string
	turns            int
}

// tests is the built tests of a package, and the folder in which they run.
type tests struct{ program, folder string }

// run compares, and writes the figures.
func (c *comparison) run(out io.Writer) error {
	temporary, err := os.MkdirTemp("", "benchpairs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary) //nolint:errcheck // a temporary folder
	var programs [2]tests
	for side, commit := range []string{c.before, c.after} {
		if programs[side], err = c.build(commit, filepath.Join(temporary, []string{"before", "after"}[side])); err != nil {
			return err
		}
	}
	var measured figures
	for turn := range c.turns {
		for _, side := range []int{turn % 2, 1 - turn%2} { // neither is always the first
			text, err := c.measure(programs[side])
			if err != nil {
				return err
			}
			measured.add(side, text)
		}
	}
	return measured.write(out)
}

// build builds the tests of a commit, which is unpacked to the folder.
func (c *comparison) build(commit, folder string) (tests, error) {
	program, source := folder+".test", "."
	if commit != "" {
		if err := c.unpack(commit, folder); err != nil {
			return tests{}, err
		}
		source = folder
	}
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Dir = filepath.Join(source, c.pkg)
	return tests{program, build.Dir}, said(build)
}

// unpack writes the files of a commit to a folder.
func (c *comparison) unpack(commit, folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	archive := exec.Command("git", "archive", commit)
	var files bytes.Buffer
	archive.Stdout = &files
	if err := said(archive); err != nil {
		return err
	}
	unpack := exec.Command("tar", "-x", "-C", folder)
	unpack.Stdin = &files
	if err := said(unpack); err != nil || c.with == "" {
		return err
	}
	data, err := os.ReadFile(c.with)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, c.with), data, 0o600)
}

// measure runs the benchmarks once on one core.
func (c *comparison) measure(t tests) (string, error) {
	run := exec.Command(t.program, "-test.run", "^$", "-test.bench", c.bench, "-test.benchtime", c.time, "-test.benchmem", "-test.timeout", "0")
	run.Dir = t.folder
	run.Env = append(os.Environ(), "GOMAXPROCS=1")
	var text strings.Builder
	run.Stdout = &text
	err := said(run)
	return text.String(), err
}

// said runs a command. Its error includes what the command said.
func said(command *exec.Cmd) error {
	var problems strings.Builder
	command.Stderr = &problems
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command.Args, " "), err, problems.String())
	}
	return nil
}
