package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// WriteLog writes the entries of the audit log, one per line, in the form that
// is hashed, with who acted.
func WriteLog(w io.Writer, r bureau.Reader, entries []*bureau.Entry) error {
	for _, e := range entries {
		by, err := bureau.AccountOf(r, e.Actor)
		if err == nil {
			err = WriteLine(w, struct {
				*bureau.Entry
				By *bureau.Account `json:"by"`
			}{e, by})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Decided returns what an entry of the audit log says that was done, in words.
func Decided(p *explain.Printer, e *bureau.Entry) string {
	var recorded any
	from := json.NewDecoder(bytes.NewReader(e.Data))
	from.UseNumber()
	_ = from.Decode(&recorded) // there may be nothing
	var all []string
	for _, details := range detailsOf(recorded) {
		inWords(p, details)
		key := "log." + e.Act()
		said, undone := p.Text(key, details), "log."+bureau.ActOf(details["undoes"])
		if was := p.Text(undone, details); was != undone {
			said = p.Text("log.undo", explain.Data{"was": was})
		}
		if said != key { // else an act of another version
			all = append(all, said)
		}
	}
	return strings.Join(slices.Compact(all), "; ")
}

// inWords puts words in the place of those by which commands name things, and days as the reader writes them.
func inWords(p *explain.Printer, details explain.Data) {
	for _, name := range []string{"from", "to", "on", "day"} {
		if day, err := civil.Parse(details[name]); err == nil {
			details[name] = p.Date(day)
		}
	}
	each := func(name string, words func(string) string) {
		said := details[name]
		if said == "" {
			return
		}
		all := strings.Split(said, ", ")
		for i := range all {
			all[i] = words(all[i])
		}
		details[name] = strings.Join(all, p.Text("list.comma", nil))
	}
	because := func(question string) string { return p.Because([]string{question}) }
	each("question", because)
	each("what", because)
	each("options", func(option string) string {
		name, value, _ := strings.Cut(option, "=")
		return p.TextOr("web.option."+name, name, nil) + " " + p.Option(value)
	})
	each("may", func(scope string) string { return p.TextOr("desk.key.may-"+scope, scope, nil) })
	each("act", func(act string) string { return p.TextOr("desk.acts."+strings.ReplaceAll(act, ".", "-"), act, nil) })
	each("check", func(check string) string {
		id, about, one := strings.Cut(check, ":")
		if id = p.TextOr("desk.review.kind."+id, id, nil); one {
			id += " (" + about + ")"
		}
		return id
	})
}

// detailsOf returns the details of each thing that an entry recorded.
func detailsOf(recorded any) []explain.Data {
	details, things := explain.Data{}, []explain.Data(nil)
	switch v := recorded.(type) {
	case []any:
		for _, thing := range v {
			if _, named := thing.(map[string]any); named {
				things = append(things, detailsOf(thing)...)
			}
		}
		details["all"] = text(recorded)
	case map[string]any:
		for _, value := range v {
			if within, named := value.(map[string]any); named {
				maps.Copy(details, detailsOf(within)[0])
			}
			if list, several := value.([]any); several && len(list) > 0 {
				if _, named := list[0].(map[string]any); named {
					things = append(things, detailsOf(list)...)
				}
			}
		}
		for name, value := range v { // what is within does not hide it
			details[strings.ToLower(name[:1])+name[1:]] = text(value)
		}
	}
	if len(things) == 0 {
		return []explain.Data{details}
	}
	for _, thing := range things {
		for name, value := range details {
			if _, has := thing[name]; !has {
				thing[name] = value
			}
		}
	}
	return things
}

// text returns a recorded value as text.
func text(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []any:
		all := make([]string, len(v))
		for i := range v {
			all[i] = text(v[i])
		}
		return strings.Join(all, ", ")
	case map[string]any:
		var all []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			all = append(all, name+"="+text(v[name]))
		}
		return strings.Join(all, ", ")
	}
	return fmt.Sprint(value)
}

func (w *wished) log() (any, error) {
	entries, err := bureau.Entries.All(w.r, "")
	if w.Document == "log-of-machine" {
		entries = slices.DeleteFunc(entries, func(e *bureau.Entry) bool { return !OfMachine(e) })
	}
	if err != nil || w.form == view.Audited {
		return entries, err // which name accounts by their numbers
	}
	var text bytes.Buffer
	err = WriteLog(&text, w.r, entries)
	return text.String(), err
}

// OfMachine reports whether an entry of the log is about the machine, and not about players and reports.
func OfMachine(e *bureau.Entry) bool {
	return slices.Contains([]string{"init", "set", "doctor", "rebuild", "proof.init", "proof.renew"}, e.Act())
}
