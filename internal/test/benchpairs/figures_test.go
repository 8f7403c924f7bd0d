package main

import (
	"strings"
	"testing"
)

func TestMinimaAndMediansOfTwoSides(t *testing.T) {
	var f figures
	for _, turn := range []struct {
		side   int
		output string
	}{
		{0, "goos: linux\nBenchmarkRate \t 5\t 300 ns/op\t 12.5 Mgames/s\t 8 B/op\nPASS\n"},
		{1, "BenchmarkRate \t 5\t 150 ns/op\t 25 Mgames/s\t 8 B/op\nBenchmarkNew 1 7 ns/op\n"},
		{1, "BenchmarkRate \t 5\t 100 ns/op\t 25 Mgames/s\t 8 B/op\n"},
		{0, "BenchmarkRate \t 5\t 200 ns/op\t 12.5 Mgames/s\t 8 B/op\n"},
		{0, "BenchmarkRate \t 5\t 900 ns/op\t 12.5 Mgames/s\t 8 B/op\n"},
	} {
		f.add(turn.side, turn.output)
	}
	var out strings.Builder
	if err := f.write(&out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"benchmark unit min before after ratio median before after ratio",
		"BenchmarkRate ns/op 200 100 0.50 300 150 0.50",
		"BenchmarkRate B/op 8 8 1.00 8 8 1.00",
		"BenchmarkNew ns/op - 7 - - 7 -",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
