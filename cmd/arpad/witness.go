package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/tamper"
)

// witnessCommand keeps the checkpoints of a bureau from outside, and says when its log
// was forked or set back. It needs no database.
type witnessCommand struct {
	Public string `name:"key" required:"" help:"cli.flag-witness-key" placeholder:"KEY"`
	Leaves string `help:"cli.flag-leaves" type:"existingfile" placeholder:"FILE"`
	From   string `arg:"" help:"cli.arg-witness-from" placeholder:"ADDRESS"`
	Kept   string `arg:"" help:"cli.arg-witness-kept" placeholder:"FILE"`
}

// againstFile is what follows the name of the file of the kept checkpoint in the name of
// one that does not agree with it.
const againstFile = ".against"

func (c *witnessCommand) Run(a *app) error {
	keys, err := publicKeys(c.Public)
	if err != nil {
		return err
	}
	return a.sayRefused(c.witness(a, keys))
}

// witness compares the checkpoint of today with the kept one, and keeps it if the log has
// gone on.
func (c *witnessCommand) witness(a *app, keys []string) error {
	log, err := c.source()
	if err != nil {
		return err
	}
	signed, err := log.checkpoint()
	if err != nil {
		return err
	}
	now, err := tamper.OpenCheckpoint(signed, keys[len(keys)-1])
	switch {
	case errors.Is(err, tamper.ErrNoKey):
		return finding.NewProblem("no-public-key")
	case err != nil:
		return finding.Refuse("log-unsigned")
	}
	kept := &tamper.Checkpoint{}
	if _, err := os.Lstat(c.Kept); !errors.Is(err, fs.ErrNotExist) {
		if kept, err = readCheckpoint(c.Kept, keys...); err != nil {
			return err
		}
	}
	size, before := fmt.Sprint(now.Size), fmt.Sprint(kept.Size)
	switch {
	case now.Size == kept.Size && now.Root == kept.Root:
		a.say("witness.same", explain.Data{"origin": now.Origin, "size": size})
		return nil
	case now.Size < kept.Size:
		return c.against(now, finding.Refuse("witness-back", finding.Text("size", size), finding.Text("before", before), finding.Text("file", c.Kept+againstFile)))
	}
	forked := finding.Refuse("witness-forked", finding.Text("size", size), finding.Text("before", before), finding.Text("file", c.Kept+againstFile))
	if now.Size == kept.Size {
		return c.against(now, forked)
	}
	leaves, err := log.leaves(now.Size)
	if err != nil {
		return err
	}
	tree, err := tamper.TreeOfLog(now, leaves)
	if err != nil {
		return err
	}
	if holds, err := kept.Holds(tree); kept.Size > 0 && (err != nil || !holds) {
		return c.against(now, forked)
	}
	if err := settle.Replace(c.Kept, now.Signed); err != nil {
		return err
	}
	key := "witness.grown"
	if kept.Size == 0 {
		key = "witness.first"
	}
	a.say(key, explain.Data{"origin": now.Origin, "size": size, "before": before, "file": c.Kept})
	return nil
}

// against keeps a checkpoint that does not agree with the kept one, beside it: the two
// together are the evidence.
func (c *witnessCommand) against(now *tamper.Checkpoint, why error) error {
	return errors.Join(why, settle.Replace(c.Kept+againstFile, now.Signed))
}

// logSource is where a log is shown.
type logSource interface {
	checkpoint() ([]byte, error)
	// leaves returns at least so many leaves, a line each.
	leaves(size int64) ([]byte, error)
}

// source returns where the log is shown: on a site, or in files.
func (c *witnessCommand) source() (logSource, error) {
	if !strings.HasPrefix(c.From, "https://") && !strings.HasPrefix(c.From, "http://") {
		return &logFiles{c.From, c.Leaves}, nil
	}
	address, err := baseAddress(c.From)
	if err != nil {
		return nil, err
	}
	for _, end := range []string{".txt", "/checkpoint", "/proof"} {
		address = strings.TrimSuffix(address, end)
	}
	if !slices.Contains(explain.Languages, address[strings.LastIndex(address, "/")+1:]) {
		address += "/" + explain.Languages[0]
	}
	const patience = 30 * time.Second
	return &logSite{address + "/proof/", &http.Client{Timeout: patience}}, nil
}

// logFiles is a log in files.
type logFiles struct{ signed, lines string }

func (l *logFiles) checkpoint() ([]byte, error) { return os.ReadFile(l.signed) }

func (l *logFiles) leaves(int64) ([]byte, error) {
	if l.lines == "" {
		return nil, finding.NewProblem("witness-leaves")
	}
	return os.ReadFile(l.lines)
}

// logSite is a log on the site of a bureau.
type logSite struct {
	address string // of what is said about it, with a slash at the end
	client  *http.Client
}

// The most bytes that a site may send, and the most addresses with leaves that are asked.
const (
	mostOfCheckpoint = 64 << 10
	mostOfLeaves     = 16 << 20
	mostPieces       = 4096
	leavesOfPiece    = 256
)

func (l *logSite) checkpoint() ([]byte, error) { return l.fetch("checkpoint.txt", mostOfCheckpoint) }

func (l *logSite) leaves(size int64) ([]byte, error) {
	if size > mostPieces*leavesOfPiece {
		return nil, finding.NewProblem("witness-too-large", finding.Text("address", l.address+"leaves/"))
	}
	var all []byte
	for piece := int64(0); piece*leavesOfPiece < size; piece++ {
		some, err := l.fetch(fmt.Sprintf("leaves/%d.txt", piece+1), mostOfLeaves)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// fetch returns what is at an address, if that is not too much.
func (l *logSite) fetch(name string, most int64) (body []byte, err error) {
	address := finding.Text("address", l.address+name)
	unreachable := func(cause string) error {
		return finding.NewProblem("witness-unreachable", address, finding.Text("cause", cause))
	}
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, l.address+name, http.NoBody)
	if err != nil {
		return nil, unreachable(err.Error())
	}
	response, err := l.client.Do(request)
	if err != nil {
		return nil, unreachable(err.Error())
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return nil, unreachable(response.Status)
	}
	body, err = io.ReadAll(io.LimitReader(response.Body, most+1))
	if err != nil {
		return nil, unreachable(err.Error())
	}
	if int64(len(body)) > most {
		return nil, finding.NewProblem("witness-too-large", address)
	}
	return body, nil
}
