package regulation

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// Option is a parameter that an officer may set because the text allows several
// readings.
type Option struct {
	Name, Reading string
	Value         string // current value
	Allowed       []string
}

// Setting connects an option to a field of an edition.
type Setting struct {
	Name, Reading string
	Allowed       []string
	get           func() string
	set           func(string) error
}

// Choice returns a setting with some allowed words.
func Choice[T ~string](name, reading string, field *T, allowed ...T) Setting {
	s := Setting{Name: name, Reading: reading, get: func() string { return string(*field) }}
	for _, a := range allowed {
		s.Allowed = append(s.Allowed, string(a))
	}
	s.set = func(value string) error {
		value = strings.NewReplacer("_", "-", " ", "-").Replace(value)
		for _, a := range allowed {
			if string(a) == value {
				*field = a
				return nil
			}
		}
		return badValue(name, value, s.Allowed...)
	}
	return s
}

// Switch returns a boolean setting.
func Switch(name, reading string, field *bool) Setting {
	return Setting{
		Name: name, Reading: reading, Allowed: []string{"true", "false"},
		get: func() string { return strconv.FormatBool(*field) },
		set: func(value string) error {
			if value != "true" && value != "false" {
				return badValue(name, value, "true", "false")
			}
			*field = value == "true"
			return nil
		},
	}
}

// Months returns a setting that is a number of months, or unlimited (zero).
func Months(name, reading string, field *int) Setting {
	const unlimited = "unlimited"
	return Setting{
		Name: name, Reading: reading, Allowed: []string{unlimited, "26"},
		get: func() string {
			if *field == 0 {
				return unlimited
			}
			return strconv.Itoa(*field)
		},
		set: func(value string) error {
			n, err := strconv.Atoi(value)
			switch {
			case value == unlimited:
				n = 0
			case err != nil || n < 0 || n > 1200:
				return badValue(name, value, unlimited, "1", "2", "...", "1200")
			}
			*field = n
			return nil
		},
	}
}

// Options returns the options with their current values.
func Options(settings []Setting) []Option {
	var options []Option
	for _, s := range settings {
		options = append(options, Option{s.Name, s.Reading, s.get(), s.Allowed})
	}
	return options
}

// Set sets one of the settings by name.
func Set(settings []Setting, name, value string) error {
	var names []string
	for _, s := range settings {
		if s.Name == name {
			return s.set(value)
		}
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return finding.NewProblem("no-options", finding.Text("option", name))
	}
	return finding.NewProblem("option-unknown", finding.Text("option", name), finding.Text("options", strings.Join(names, ", ")))
}

func badValue(option, value string, allowed ...string) error {
	return finding.NewProblem("option-value", finding.Text("option", option), finding.Text("value", value),
		finding.Text("allowed", strings.Join(allowed, ", ")))
}

// Treatment is how to treat games that a regulation allows to leave out
// (Reading G10).
type Treatment string

// The treatments.
const (
	Count   Treatment = "count"
	Exclude Treatment = "exclude"
)

// WithOptions returns an edition with the values of some options.
func WithOptions(e Edition, options map[string]string) Edition {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if set, err := e.With(name, options[name]); err == nil { // else another edition has the option
			e = set
		}
	}
	return e
}
