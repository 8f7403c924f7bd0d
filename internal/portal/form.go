package portal

import (
	"cmp"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Form is the form by which an act is done on a page: the template "act" draws it, "act-hidden" what of it nobody fills in.
type Form struct {
	Act     string // of the table
	Address string // to which it is sent
	Fields  []FormField
	Hidden  []FormField // of which the page has decided
	Command string      // that does the same
	Look    bool        // its effect is shown first
	Button  string      // the key of what its button says
	Plain   bool        // there is a more important one

	Owner string // the number of the visitor's account
	Seen  string // what they saw, as a digest
	Since int    // the last thing that had been done when they saw it
	Key   string // by which the same form is known again
	Back  string // the page that is shown afterwards

	v  *Visit
	of act.Act
}

// FormField is a field of a form.
type FormField struct {
	ID, Name, Label, Kind string
	Required              bool
	Values                []string
	Choices               []choice
}

// Value returns what is filled in.
func (f *FormField) Value() string { return strings.Join(f.Values, "\n") }

// called are the texts of fields whose names cannot be keys.
var called = map[string]string{"id": "player", "other": "other-id", "field=value": "fields", "name=value": "settings", "question=answer": "answers"}

// kinds are the names that templates have for what is filled in.
var kinds = map[act.Kind]string{act.Text: "text", act.Texts: "texts", act.Pairs: "texts", act.Number: "number", act.Day: "day", act.Tick: "tick", act.Whether: "whether", act.Score: "text"}

// Form returns the form of an act that the page has begun, with what the visitor has seen of its subject. They fill in what an act
// of its kind needs and this one has not; With adds more.
func (v *Visit) Form(a act.Act, seen string) (*Form, error) {
	if v.head == 0 {
		err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			head, err := bureau.Heads.Get(r, "")
			if head != nil {
				v.head = head.Seq
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	line := act.LineOf(a)
	f := &Form{
		Act: line.ID, Address: v.doAddress(line.ID), Command: explain.CommandLine(act.Command(a)), Look: line.Look, Button: "desk.acts." + strings.ReplaceAll(line.ID, ".", "-"),
		Owner: v.Is.Session.Account, Seen: seen, Since: v.head, Key: rand.Text(), Back: v.R.URL.Path, v: v, of: a,
	}
	for _, field := range act.FieldsOf(a) {
		of := v.field(f, &field)
		switch {
		case len(of.Values) > 0:
			f.Hidden = append(f.Hidden, of)
		case field.Required || field.Name == "reason" && line.Ask&bureau.Reason != 0:
			of.Required = true
			f.Fields = append(f.Fields, of)
		}
	}
	return f.With(), nil
}

// field returns a field of a form.
func (v *Visit) field(f *Form, of *act.Field) FormField {
	label := v.Printer().TextOr("desk.fields."+cmp.Or(called[of.Name], of.Name), "", nil)
	if label == "" {
		label = v.Printer().Text(of.Help, nil)
	}
	made := FormField{ID: f.Key[:6] + "-" + of.Name, Name: of.Name, Label: label, Kind: kinds[of.Kind], Required: of.Required, Values: of.Values()}
	for _, value := range of.Choices {
		made.Choices = append(made.Choices, choice{Value: value, Name: v.Printer().TextOr("word."+value, value, nil), Chosen: slices.Contains(made.Values, value)})
	}
	return made
}

// With adds fields that may be filled in, or stay empty.
func (f *Form) With(names ...string) *Form {
	for _, field := range act.FieldsOf(f.of) {
		has := func(of FormField) bool { return of.Name == field.Name }
		if slices.Contains(names, field.Name) && !slices.ContainsFunc(f.Fields, has) {
			f.Hidden = slices.DeleteFunc(f.Hidden, has)
			f.Fields = append(f.Fields, f.v.field(f, &field))
		}
	}
	slices.SortStableFunc(f.Fields, func(a, b FormField) int { return cmp.Compare(a.isReason(), b.isReason()) })
	return f
}

// isReason is 1 for the reason, which is asked for last.
func (f *FormField) isReason() int {
	if f.Name == "reason" {
		return 1
	}
	return 0
}

// settle hides what is filled in, but the reason.
func (f *Form) settle() {
	f.Fields = slices.DeleteFunc(f.Fields, func(of FormField) bool {
		if of.Name == "reason" {
			return false
		}
		if len(of.Values) > 0 {
			f.Hidden = append(f.Hidden, of)
		}
		return true
	})
}

// As has the button say something else.
func (f *Form) As(key string) *Form {
	f.Button = key
	return f
}

// Lesser makes the button one of those that are beside a more important one.
func (f *Form) Lesser() *Form {
	f.Plain = true
	return f
}

// DoLink returns the address of the page with the form of an act, filled in as far as it is. Afterwards the visitor comes back.
func (v *Visit) DoLink(a act.Act) string {
	fields := url.Values{"back": {v.R.URL.Path}}
	for _, field := range act.FieldsOf(a) {
		if values := field.Values(); len(values) > 0 {
			fields[field.Name] = values
		}
	}
	return v.doAddress(act.LineOf(a).ID) + "?" + fields.Encode()
}

func (v *Visit) doAddress(id string) string { return "/" + v.Lang + "/desk/do/" + id + "/" }

// fill fills an act in from the fields of a form. Of a list of names and values, "is.NAME" has the value of one, and "was.NAME"
// the value that nobody changes.
func fill(a act.Act, fields url.Values) error {
	for _, field := range act.FieldsOf(a) {
		values := fields[field.Name]
		if field.Kind == act.Pairs {
			for _, name := range sortedNames(fields) {
				name, is := strings.CutPrefix(name, "is.")
				value := strings.TrimSpace(fields.Get("is." + name))
				if was, known := fields["was."+name]; is && !(known && was[0] == value) && (known || value != "") {
					values = append(values, name+"="+value)
				}
			}
		}
		err := field.Set(values)
		switch problem := (*finding.Problem)(nil); {
		case errors.As(err, &problem):
			return err
		case err != nil:
			return Said("desk.do.no-" + kinds[field.Kind])
		}
	}
	return nil
}

// sortedNames returns the names of fields in an order that is always the same.
func sortedNames(fields url.Values) (names []string) {
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
