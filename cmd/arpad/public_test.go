package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// audience is who may read a command's output.
type audience string

// The audiences. Public output is published, or may be. The holder of files may
// read what is in them. Some commands know of no people.
const (
	everybody  audience = "everybody"
	sender     audience = "sender" // of a report or an announcement
	officers   audience = "officers"
	holders    audience = "holders of files"
	peopleless audience = "about nobody"
)

// audiences are the audiences of all commands. Only commands for officers and
// holders of files print personal data, and only where the life says so.
var audiences = map[string]audience{
	"calc change": peopleless, "calc first": peopleless, "calc performance": peopleless, "calc tournament": peopleless, "calc what-if": everybody,
	"regulations list": peopleless, "regulations show": peopleless, "regulations example": peopleless, "demo": peopleless, "start": peopleless, "migrate": peopleless, "witness": peopleless, "signer": peopleless,
	"rate": holders, "check": holders, "convert": holders, "adopt": holders, "explain": everybody,

	"init": officers, "set": officers, "schedule list": peopleless, "schedule run": officers,

	"player add": officers, "player set": officers, "player remove": officers, "player show": everybody, "player import": officers,
	"player export": everybody, "player fide": officers, "player links": officers, "player fields": everybody, "player duplicates": officers, "player distinct": officers, "player stated": officers,
	"player merge": officers, "player unmerge": officers, "player first": officers,
	"account list": officers, "account invite": officers, "account roles": officers, "account disable": officers, "account reset": officers, "account key": officers, "account key-list": officers, "account key-revoke": officers,
	"club add": officers, "club set": officers, "club remove": officers, "club show": officers, "club list": everybody, "club import": officers, "club export": officers, "club proposed": officers,
	"member add": officers, "member remove": officers, "member list": officers, "member import": officers, "member export": officers,
	"announce add": sender, "announce set": sender, "announce dispense": sender, "announce withdraw": officers, "announce list": everybody,

	"today": officers, "report submit": sender, "report state": sender, "report notice": sender, "report list": officers, "report show": officers, "report match": officers,
	"report check": officers, "report correct": officers, "report admit": officers, "report answer": officers, "report floor": officers, "report assign": officers, "report set-aside": officers, "report withhold": officers, "report return": officers, "report close": officers,
	"report file": officers, "report template": sender,
	"fee list": officers, "fee show": sender, "fee paid": officers, "fee overdue": officers,
	"fide list": officers, "fide write": officers, "fide sent": officers, "fide receipt": officers, "fide exclude": officers, "fide include": officers,
	"precedent add": officers, "precedent list": everybody, "precedent show": everybody,
	"period list": everybody, "period show": officers, "period close": officers, "period reopen": officers, "period review": officers,
	"period tick": officers, "period plan": officers, "period stop": officers, "period publish": officers,

	"verify": officers, "backup": officers, "restore": officers, "export": officers, "import": officers, "doctor": officers, "rebuild": officers, "log": officers,
	"person export": officers, "person anonymise": officers, "person erase": officers,

	"proof key": everybody, "proof checkpoint": everybody, "proof leaves": everybody, "proof list": everybody, "proof consistency": everybody, "bundle": everybody,
	"proof init": officers, "proof renew": officers,

	"serve": everybody, "site": everybody, "find": everybody, "list": everybody, "history": everybody, "games": everybody, "event": everybody, "performances": everybody,
	"inquiry add": officers, "inquiry list": everybody, "inquiry show": officers, "inquiry close": officers, "inquiry withdraw": officers,
	"ask renewal": officers, "ask dispensation": officers, "ask result": officers, "ask count": officers, "ask omission": officers, "ask player": officers, "ask withdrawal": officers, "ask late": officers, "ask anonymisation": officers, "ask erasure": officers,
	"report ask": officers, "inquiry reply": officers, "inquiry grant": officers, "club reporters": officers, "club contact": officers, "player consent": officers,
	"correct result": officers, "correct count": officers, "correct omit": officers, "correct player": officers, "correct withdraw": officers, "correct late": officers, "correct report": officers, "correct rating": officers,
	"correction show": everybody, "correction accept": officers, "correction reject": officers, "correction undo": officers,
	"corrections": everybody,
}

// Promise 6: every command has an audience and is in the life, in which nothing
// personal may appear; commands that are not for officers only are there in
// every form.
func TestPromise6PublicOutputsShowNothingPersonal(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.Path(), parser.Model.Name+" ")
		there[path] = true
		switch audiences[path] {
		case "":
			t.Errorf("for whom is what arpad %s says? Put it among the audiences and into the life", path)
			continue
		case peopleless:
			continue
		}
		steps := stepsOf(path)
		if len(steps) == 0 {
			t.Errorf("arpad %s is not in the life in which nothing personal may be seen", path)
		}
		for _, s := range steps {
			if s.is(tells) && audiences[path] != officers && audiences[path] != holders && !slices.Contains(s.args(""), "--private") {
				t.Errorf("%s tells what is personal, and is for %s", s.command, audiences[path])
			}
		}
		for _, f := range leaf.Flags {
			if f.Name != "format" {
				continue
			}
			for _, format := range f.EnumSlice() {
				if format != f.Default && !slices.ContainsFunc(steps, func(s step) bool { return strings.Contains(s.command, "--format "+format) }) {
					t.Errorf("arpad %s --format %s is not in the life in which nothing personal may be seen", path, format)
				}
			}
		}
	}
	for path := range audiences {
		if !there[path] {
			t.Errorf("there is no command %s", path)
		}
	}
}

// stepsOf returns the steps of the life with a command.
func stepsOf(path string) []step {
	var steps []step
	for _, s := range life {
		if s.command == path || strings.HasPrefix(s.command, path+" ") {
			steps = append(steps, s)
		}
	}
	return steps
}
