package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// A worker is a process that runs commands one after the other, each in its own folder and
// with its own environment. A process for each command takes five times as long, most of it
// for starting; a test that is about the process starts one all the same.
type worker struct {
	process  *exec.Cmd
	end      io.Closer // of its orders
	to       *gob.Encoder
	from     *gob.Decoder
	problems *bytes.Buffer // what it says when it crashes
}

// order is a command for a worker.
type order struct {
	Folder   string
	Env      []string
	Args     []string
	Together bool // both outputs are one
}

// ran is what a command has said, and its exit status.
type ran struct {
	Out, Err string
	Status   int
}

// serveOrders is the worker's program. It ends with the process that has started it.
func serveOrders() {
	orders, results := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	nothing, err := os.Open(os.DevNull)
	for os.Stdin = nothing; err == nil; {
		var o order
		if orders.Decode(&o) != nil {
			return // nobody has anything more to do
		}
		os.Clearenv()
		for _, set := range o.Env {
			name, value, _ := strings.Cut(set, "=")
			err = errors.Join(err, os.Setenv(name, value))
		}
		if err = errors.Join(err, os.Chdir(o.Folder)); err != nil {
			break
		}
		var out, problems bytes.Buffer
		said := &problems
		if o.Together {
			said = &out
		}
		r := ran{Status: run(o.Args, &out, said)}
		r.Out, r.Err = out.String(), problems.String()
		err = results.Encode(r)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(exitFailed)
}

// idle are the workers that nobody uses, by time zone, which a process reads once.
var idle struct {
	sync.Mutex
	workers map[string][]*worker
}

// give has a worker run a command.
func give(o order) (ran, error) {
	zone := ""
	for _, set := range o.Env {
		if value, ok := strings.CutPrefix(set, "TZ="); ok {
			zone = value
		}
	}
	w, err := engage(zone)
	if err != nil {
		return ran{}, err
	}
	var r ran
	err = w.to.Encode(o)
	if err == nil {
		err = w.from.Decode(&r)
	}
	if err != nil {
		return ran{}, fmt.Errorf("arpad %v: %w\n%s", o.Args, err, w.problems)
	}
	idle.Lock()
	defer idle.Unlock()
	idle.workers[zone] = append(idle.workers[zone], w)
	return r, nil
}

// dismiss ends the workers, and waits for them.
func dismiss() {
	idle.Lock()
	defer idle.Unlock()
	for _, workers := range idle.workers {
		for _, w := range workers {
			_, _ = w.end.Close(), w.process.Wait() // it has nothing more to do
		}
	}
}

// engage returns an idle worker, or a new one.
func engage(zone string) (*worker, error) {
	idle.Lock()
	defer idle.Unlock()
	if idle.workers == nil {
		idle.workers = map[string][]*worker{}
	}
	if n := len(idle.workers[zone]); n > 0 {
		w := idle.workers[zone][n-1]
		idle.workers[zone] = idle.workers[zone][:n-1]
		return w, nil
	}
	c := exec.Command("worker")
	if zone != "" {
		c.Env = append(os.Environ(), "TZ="+zone)
	}
	w := &worker{process: c, problems: &bytes.Buffer{}}
	c.Stderr = w.problems
	to, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.end, w.to, w.from = to, gob.NewEncoder(to), gob.NewDecoder(from)
	return w, c.Start()
}

// A worker answers as a process does, whatever it has done before.
func TestWorkerIsLikeAProcess(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	for _, args := range [][]string{
		{"list"}, {"list", "--format", "json"}, {"--lang", "ja", "list"}, {"list", "2023-01"}, {"lsit"}, {"list", "--help"}, {}, {"--version"}, {"doctor"}, {"check", "missing.trf"}, {"list"},
	} {
		c := d.command(t.Context(), args...)
		out, err := c.CombinedOutput()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		r, err := give(order{Folder: d.folder, Env: c.Env, Args: args, Together: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Out != string(out) || r.Status != c.ProcessState.ExitCode() {
			t.Errorf("%q: a worker ends with %d and says\n%s\na process ends with %d and says\n%s", args, r.Status, r.Out, c.ProcessState.ExitCode(), out)
		}
	}
}
