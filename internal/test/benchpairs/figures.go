package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// figure is what was measured of a benchmark in one unit, before and after.
type figure struct {
	name, unit string
	turns      [2][]float64
}

// figures is all that was measured, in the order of the benchmarks.
type figures []figure

// add adds the output of one turn. Speeds are left out: they follow from times.
func (f *figures) add(side int, output string) {
	for line := range strings.Lines(output) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		for i := 2; i+1 < len(fields); i += 2 { // behind the name and the number of repetitions
			value, err := strconv.ParseFloat(fields[i], 64)
			if err == nil && !strings.HasSuffix(fields[i+1], "/s") {
				of := f.of(fields[0], fields[i+1])
				of.turns[side] = append(of.turns[side], value)
			}
		}
	}
}

// of returns the figure of a benchmark in a unit.
func (f *figures) of(name, unit string) *figure {
	at := slices.IndexFunc(*f, func(known figure) bool { return known.name == name && known.unit == unit })
	if at < 0 {
		at = len(*f)
		*f = append(*f, figure{name: name, unit: unit})
	}
	return &(*f)[at]
}

// write writes minima and medians before and after, with their ratios. A
// benchmark that one of the commits lacks has none.
func (f figures) write(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "benchmark\tunit\tmin before\tafter\tratio\tmedian before\tafter\tratio\t")
	for i := range f {
		row := []string{f[i].name, f[i].unit}
		for _, summary := range []func([]float64) float64{slices.Min[[]float64], median} {
			var values [2]float64
			for side, measured := range f[i].turns {
				if len(measured) == 0 {
					row = append(row, "-")
					continue
				}
				values[side] = summary(measured)
				row = append(row, strconv.FormatFloat(values[side], 'f', -1, 64))
			}
			ratio := "-"
			if values[0] > 0 && values[1] > 0 {
				ratio = strconv.FormatFloat(values[1]/values[0], 'f', 2, 64)
			}
			row = append(row, ratio)
		}
		fmt.Fprintln(table, strings.Join(row, "\t")+"\t")
	}
	return table.Flush()
}

// median returns the middle value, or the higher of the two in the middle.
func median(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}
