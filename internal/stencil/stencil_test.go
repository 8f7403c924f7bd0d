package stencil

import (
	"fmt"
	"html/template"
	"testing"
)

// A value that stands where it would be escaped otherwise is noticed.
func TestValuesOutOfPlace(t *testing.T) {
	type values struct {
		Text    string
		Address template.URL
		Markup  template.HTML
	}
	for source, fits := range map[string]bool{
		`<p title="{{.Text}}">{{.Text}}</p><title>{{.Text}}</title><a href="{{.Address}}">{{.Markup}}</a>`: true,
		`<a href="{{.Text}}">`:              false,
		`<a href="../{{.Text}}/">`:          false,
		`<a href="?q={{.Text}}">`:           false,
		`<a class={{.Text}}>`:               false,
		`<script>x = {{.Text}}</script>`:    false,
		`<script>x = {{.Address}}</script>`: false,
		`<p>{{.Address}}</p>`:               false,
		`<p title="{{.Markup}}"></p>`:       false,
		`<p style="color: {{.Text}}">`:      false,
	} {
		var kept Kept
		set := template.Must(template.New("").Parse(`{{define "line"}}` + source + `{{end}}`))
		_, err := kept.Make(set, "line", []values{{"a", "b", "c"}})
		if fits != (err == nil) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// A value that could change more than the line's texts is not taken.
func TestValuesOfLines(t *testing.T) {
	for _, all := range []any{[]struct{ N int }{{1}}, []struct{ P *string }{{nil}}, []struct{ Many [65]string }{{}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is taken", all)
				}
			}()
			var kept Kept
			set := template.Must(template.New("").Parse(`{{define "line"}}{{end}}`))
			_, err := kept.Make(set, "line", all)
			t.Error(err)
		}()
	}
}

// A template is executed once for each form of its lines, in each set.
func TestLinesAreKept(t *testing.T) {
	var kept Kept
	type values struct{ A, B string }
	for _, of := range []string{"one", "other"} {
		executed := 0
		set := template.Must(template.New("").Funcs(template.FuncMap{"of": func() string { executed++; return of }}).Parse(`{{define "line"}}{{of}}:{{if .B}}{{.A}}{{end}};{{end}}`))
		for range 2 {
			got, err := kept.Make(set, "line", []values{{"a", "b"}, {"c", ""}, {"<d>", "e"}})
			if want := fmt.Sprintf("%s:a;%s:;%s:&lt;d&gt;;", of, of, of); err != nil || string(got) != want {
				t.Errorf("%s, want %s: %v", got, want, err)
			}
		}
		if executed != 2 {
			t.Errorf("%s: the template was executed %d times for two forms", of, executed)
		}
	}
}
