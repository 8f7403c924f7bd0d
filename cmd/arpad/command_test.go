package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Every action is printed as an existing command, with flags and arguments that
// the command accepts.
func TestActionsAreCommands(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("import FILE", "import command_test.go", " FILE ", " 1 ", " FLOOR ", " 600 ", "RATING", "600", "YYYY-MM-DD", "2024-03-01", "TYPE", "rapid", "--start start", "--start 3") // a file of a report by its number
	for id, parameters := range finding.Actions {
		a := finding.Action{ID: id}
		for _, name := range parameters {
			a.Values = append(a.Values, finding.Text(name, name))
		}
		line := explain.Command(a)
		context, err := kong.Trace(parser, shellWords(values.Replace(line))[1:])
		if err == nil {
			err = context.Error
		}
		if err != nil {
			t.Errorf("%s: %s: %v", id, line, err)
		}
	}
}
