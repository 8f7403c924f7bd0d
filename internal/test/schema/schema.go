// Package schema makes the JSON schemas of docs/schema from the structs of the documents, for
// tests that compare them. The descriptions are the comments on types and fields; the values of
// enumerations are those of package enumeration.
package schema

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/enumeration"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Document is a public document: its name ("list" is that of schema arpad.list/1) and a value
// of its struct, or of several structs of a package, if it has one of several forms.
type Document struct {
	Name string
	Of   []any
}

// Generator makes schemas.
type Generator struct {
	comments comments
	names    map[reflect.Type]string   // of documents
	values   map[reflect.Type][]string // of enumerations
	problems []string
}

// New returns a generator for documents of a module in a folder.
func New(root string, documents ...Document) *Generator {
	g := &Generator{comments: comments{root, map[string]map[string]string{}}, names: map[reflect.Type]string{}, values: map[reflect.Type][]string{}}
	for _, e := range enumeration.All() {
		if e.Type != reflect.TypeFor[string]() {
			g.values[e.Type] = e.Values
		}
	}
	for _, d := range documents {
		for _, of := range d.Of {
			g.names[reflect.TypeOf(of)] = d.Name
		}
	}
	return g
}

// Check checks that docs/schema has the schemas of documents, or writes them if UPDATE is set.
func Check(t *testing.T, root string, documents ...Document) {
	t.Helper()
	g := New(root, documents...)
	for _, d := range documents {
		want, path := g.Schema(d), filepath.Join(root, "docs/schema", d.Name+".json")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not the schema of the document's struct (%v); UPDATE=1 go test ./docs/... writes it", path, err)
		}
	}
	for _, problem := range g.problems {
		t.Error(problem)
	}
}

// Schema returns the schema of a document.
func (g *Generator) Schema(d Document) []byte {
	s := g.reflect(reflect.TypeOf(d.Of[0]))
	for _, of := range d.Of[1:] {
		merge(s, g.reflect(reflect.TypeOf(of)))
	}
	if len(d.Of) > 1 {
		s.Description = g.comments.about(reflect.TypeOf(d.Of[0]))
	}
	s.ID, s.Title = jsonschema.ID("https://example.jp/arpad/schema/"+d.Name+".json"), "arpad."+d.Name+"/1"
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return formatted(text)
}

// reflect returns the schema of a struct.
func (g *Generator) reflect(t reflect.Type) *jsonschema.Schema {
	types := map[string]reflect.Type{} // by the names of definitions
	r := jsonschema.Reflector{
		Anonymous: true, ExpandedStruct: true, Mapper: g.mapped, LookupComment: g.comments.of, AdditionalFields: g.replaced,
		Namer: func(t reflect.Type) string {
			name := nameOf(t)
			if other := types[name]; name != "" && other != nil && other != t {
				g.problem("the definitions of %s and %s in a schema are both called %s", other, t, name)
			}
			types[name] = t
			return name
		},
	}
	s := r.ReflectFromType(t)
	g.finish(t, s)
	for name, of := range s.Definitions {
		if t := types[name]; t.Kind() == reflect.Struct {
			g.finish(t, of)
		}
	}
	return s
}

func (g *Generator) problem(format string, values ...any) {
	if said := fmt.Sprintf(format, values...); !slices.Contains(g.problems, said) {
		g.problems = append(g.problems, said)
	}
}

// otherNames are the names of definitions that would be the same as those of documents.
var otherNames = map[string]string{"fidereport.Event": "FIDECase"}

// nameOf returns the name of a type in a schema. Only structs have definitions; the others
// get a name that no struct has.
func nameOf(t reflect.Type) string {
	switch {
	case t.Name() == "":
		return ""
	case t.Kind() != reflect.Struct:
		return t.String()
	}
	if name := otherNames[t.String()]; name != "" {
		return name
	}
	if generic, of, ok := strings.Cut(t.Name(), "["); ok {
		of = strings.TrimSuffix(of[strings.LastIndexAny(of, "./")+1:], "]")
		return of + strings.ToUpper(generic[:1]) + generic[1:]
	}
	return t.Name()
}

// day is the pattern of a day.
const day = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

// mapped returns the schemas of types that are not written as their kind, nil for others.
func (g *Generator) mapped(t reflect.Type) *jsonschema.Schema {
	none := strings.HasPrefix(t.String(), "schema.wordOrNone[")
	if none || strings.HasPrefix(t.String(), "schema.word[") {
		t = t.Field(0).Type
	} else if t.Kind() == reflect.Uint8 && !marshals(t) {
		return nil // it is written as a number
	}
	if values := g.values[t]; values != nil {
		s := &jsonschema.Schema{Enum: words(values)}
		if none {
			s.Enum = append(s.Enum, "")
		}
		return s
	}
	switch t {
	case reflect.TypeFor[civil.Date]():
		return &jsonschema.Schema{Type: "string", Pattern: day}
	case reflect.TypeFor[civil.Birth]():
		return &jsonschema.Schema{Type: "string", Pattern: "^([0-9]{4}(-[0-9]{2}-[0-9]{2})?)?$"}
	case reflect.TypeFor[rating.Score](), reflect.TypeFor[rating.Points](), reflect.TypeFor[rating.Expected](), reflect.TypeFor[json.Number]():
		return &jsonschema.Schema{Type: "number"}
	case reflect.TypeFor[tlog.Hash]():
		return &jsonschema.Schema{Type: "string", Pattern: "^[A-Za-z0-9+/]{43}=$"}
	case reflect.TypeFor[document.Texts]():
		s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: explain.Languages, AdditionalProperties: jsonschema.FalseSchema}
		for _, lang := range explain.Languages {
			s.Properties.Set(lang, &jsonschema.Schema{Type: "string"})
		}
		return s
	case reflect.TypeFor[regulation.Note](), reflect.TypeFor[report.TimeControl]():
		return &jsonschema.Schema{Type: "string"}
	}
	if ours := strings.HasPrefix(t.PkgPath(), module); ours && (t.Kind() == reflect.String || marshals(t)) {
		g.problem("%s is in a document: tell its schema in internal/test/schema, or list it in internal/test/enumeration", t)
	}
	return nil
}

// marshals reports whether a type is written in a form of its own.
func marshals(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// word is the name of a value; wordOrNone may be empty.
type (
	word[T any]       struct{ Of T }
	wordOrNone[T any] struct{ Of T }
)

// precise are fields whose type says less than what they hold: the name of a value as a text,
// a document as bytes.
var precise = map[string]reflect.Type{
	"document.EventBye.Kind":     reflect.TypeFor[word[report.ByeKind]](),
	"document.EventGame.Out":     reflect.TypeFor[*word[pack.Out]](),
	"document.EventSection.Type": reflect.TypeFor[wordOrNone[rating.Kind]](), // a section that cannot be rated may have none
	"document.PreviewEntry.Type": reflect.TypeFor[wordOrNone[rating.Kind]](),
	"proof.PublicSection.Kind":   reflect.TypeFor[wordOrNone[rating.Kind]](),
	"document.Problem.Class":     reflect.TypeFor[word[finding.Class]](),
	"proof.Disclosure.Leaf":      reflect.TypeFor[leafOfList](),
	"proof.Disclosure.Before":    reflect.TypeFor[[]proof.Leaf](),
	"proof.PublicEvent.System":   reflect.TypeFor[word[report.System]](),
	"proof.PublicSection.Group":  reflect.TypeFor[word[report.Group]](),
	"proof.PublicBye.Kind":       reflect.TypeFor[word[report.ByeKind]](),
	"proof.PublicGame.Out":       reflect.TypeFor[word[pack.Out]](),
	"json.assignment.For":        reflect.TypeFor[word[report.Occasion]](),
	"json.bye.Kind":              reflect.TypeFor[word[report.ByeKind]](),
	"json.game.Result":           reflect.TypeFor[word[report.Result]](),
	"json.reportDocument.System": reflect.TypeFor[wordOrNone[report.System]](),
	"json.reportDocument.Type":   reflect.TypeFor[wordOrNone[rating.Kind]](),
	"json.section.Group":         reflect.TypeFor[wordOrNone[report.Group]](),
	"json.section.Type":          reflect.TypeFor[wordOrNone[rating.Kind]](),
}

// The forms of texts.
const (
	reference = "^[0-9]{4}-[0-9]{2}-[0-9]{4,}$"
	digest    = "^[0-9a-f]{64}$"
	id        = "^[a-z0-9-]+$"
	dayOrNone = "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
)

// narrow are fields whose values are fewer than those of their type.
var narrow = map[string]jsonschema.Schema{
	"bureau.LogHead.Hash":                 {Pattern: digest},
	"civil.Range.From":                    {Pattern: dayOrNone},
	"civil.Range.To":                      {Pattern: dayOrNone},
	"closing.NotCounted.Ref":              {Pattern: reference},
	"document.AdoptionDifference.Because": {MinItems: new(uint64(1))},
	"document.AdoptionTally.Game":         {Type: "null"},
	"document.AdoptionWay.Game":           {Type: "null"},
	"document.Case.Ref":                   {Pattern: reference},
	"document.DifferenceCause.What":       {Enum: words(enumeration.CauseKinds())},
	"document.Event.Ref":                  {Pattern: reference},
	"document.FIDEEvent.FirstDay":         {Pattern: dayOrNone},
	"document.FIDEEvent.LastDay":          {Pattern: dayOrNone},
	"document.Finding.ID":                 {Pattern: id},
	"document.HistoryEvent.Ref":           {Pattern: reference},
	"document.Invoice.Ref":                {Pattern: reference},
	"document.PerformedSection.Ref":       {Pattern: reference},
	"document.PlayerRating.Rating":        {Minimum: "1"},
	"document.PublishedList.Digest":       {Pattern: digest},
	"document.PublishedList.Revision":     {Minimum: "1"},
	"document.StatusPending.State":        {Enum: words(underway)},
	"document.TodayFIDE.LastDay":          {Pattern: dayOrNone},
	"document.TodayFIDE.State":            {Enum: words(fidereport.Open)},
	"document.TodayReport.State":          {Enum: words(underway)},
	"lists.Omitted.Ref":                   {Pattern: reference},
	"proof.BaseLeaf.Standings":            {Pattern: digest},
	"proof.ChangedList.Digest":            {Pattern: digest},
	"proof.ChangedList.Standings":         {Pattern: digest},
	"proof.ListLeaf.Digest":               {Pattern: digest},
	"proof.ListLeaf.Facts":                {Pattern: digest},
	"proof.ListLeaf.People":               {Pattern: digest},
	"proof.ListLeaf.Prev":                 {Pattern: "^([0-9a-f]{64})?$"},
	"proof.ListLeaf.Records":              {Pattern: digest},
	"proof.ListLeaf.Standings":            {Pattern: digest},
	"proof.PublicPlayer.AgeRule":          {Minimum: "1"},
	"json.bye.Round":                      {Minimum: "1"},
	"json.forfeitedMatch.Result":          {Enum: words(report.Results()[report.WhiteByForfeit:])},
	"json.game.Date":                      {Pattern: dayOrNone},
	"json.game.Round":                     {Minimum: "1"},
	"json.pairing.InitialColour":          {Enum: []any{"W", "B", ""}},
	"json.reportDocument.End":             {Pattern: dayOrNone},
	"json.reportDocument.Received":        {Pattern: dayOrNone},
	"json.reportDocument.Start":           {Pattern: dayOrNone},
	"json.teamBye.Kind":                   {Enum: words([]report.ByeKind{report.FullBye, report.HalfBye, report.ZeroBye})},
}

// underway are the states of reports that are in no list yet.
var underway = slices.DeleteFunc(check.States(), func(s lists.State) bool { return s == check.Closed || s == check.Rated })

// words returns the values of an enumeration.
func words[T any](values []T) (all []any) {
	for _, v := range values {
		all = append(all, fmt.Sprint(v))
	}
	return all
}

// leafOfList is a leaf that states a list.
type leafOfList struct {
	Number int             `json:"number"` // from 1
	At     time.Time       `json:"at"`
	Log    *bureau.LogHead `json:"log,omitempty"` // the last entry of the audit log before the leaf: its number, and its hash, which covers everything stored until then
	List   proof.ListLeaf  `json:"list"`
}

// replaced returns the fields of a struct that precise has, with its types.
func (g *Generator) replaced(t reflect.Type) (fields []reflect.StructField) {
	for i := range t.NumField() {
		field := t.Field(i)
		if of := precise[t.String()+"."+field.Name]; of != nil {
			field.Type = of
			fields = append(fields, field)
		}
	}
	return fields
}

// finish completes the schema of a struct: null where a pointer is null, and the name of the
// document.
func (g *Generator) finish(t reflect.Type, s *jsonschema.Schema) {
	each(t, func(f reflect.StructField, name string, optional bool) {
		of, ok := s.Properties.Get(name)
		if !ok {
			return
		}
		if name == "schema" && g.names[t] != "" {
			*of = jsonschema.Schema{Const: "arpad." + g.names[t] + "/1"}
		}
		for _, owner := range []string{ownerOf(t, f), t.String()} {
			if n, ok := narrow[owner+"."+f.Name]; ok {
				of.Pattern, of.Minimum, of.MinItems, of.Enum = n.Pattern, n.Minimum, n.MinItems, n.Enum
				if n.Type != "" {
					*of = jsonschema.Schema{Description: of.Description, Type: n.Type}
					return
				}
			}
		}
		if f.Type.Kind() == reflect.Pointer && !optional {
			s.Properties.Set(name, OrNull(of))
		} else if of.OneOf != nil { // tagged as nullable
			s.Properties.Set(name, OrNull(of.OneOf[0]))
		}
	})
}

// each calls f with the fields of a struct that JSON has, and their names.
func each(t reflect.Type, f func(field reflect.StructField, name string, optional bool)) {
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name = cmp.Or(name, field.Name); name != "-" && !field.Anonymous && field.IsExported() {
			f(field, name, strings.Contains(options, "omit"))
		}
	}
}

// ownerOf returns the struct that declares a field, which may be embedded in another one.
func ownerOf(t reflect.Type, f reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t.String()
}

// OrNull returns a schema that also allows null.
func OrNull(s *jsonschema.Schema) *jsonschema.Schema {
	switch {
	case s.Ref != "":
		return &jsonschema.Schema{Description: s.Description, AnyOf: []*jsonschema.Schema{{Ref: s.Ref}, {Type: "null"}}}
	case s.Enum != nil:
		s.Enum = append(s.Enum, nil)
	default:
		setTypes(s, append(typesOf(s), "null"))
	}
	return s
}

// typesOf returns the types that a schema allows.
func typesOf(s *jsonschema.Schema) []string {
	if several, ok := s.Extras["type"].([]string); ok {
		return several
	}
	return []string{s.Type}
}

// setTypes sets the types that a schema allows. The library knows only one.
func setTypes(s *jsonschema.Schema, types []string) {
	s.Type, s.Extras = types[0], nil
	if len(types) > 1 {
		s.Type, s.Extras = "", map[string]any{"type": types}
	}
}

// merge adds the properties of another form of a document. What not all forms have is not
// required.
func merge(s, other *jsonschema.Schema) {
	for name, of := range other.Properties.FromOldest() {
		known, ok := s.Properties.Get(name)
		if !ok {
			s.Properties.Set(name, of)
			continue
		}
		var types []string
		for _, kind := range append(typesOf(known), typesOf(of)...) {
			if !slices.Contains(types, kind) {
				types = append(types, kind)
			}
		}
		if slices.Contains(types, "number") { // which a whole number is, too
			types = slices.DeleteFunc(types, func(kind string) bool { return kind == "integer" })
		}
		setTypes(known, types)
		if known.Description == "" {
			known.Description = of.Description
		}
	}
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return !slices.Contains(other.Required, name) })
}
