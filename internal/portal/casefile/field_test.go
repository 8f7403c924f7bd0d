package casefile

import (
	"net/url"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	words "github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// What a form says of a field is what the report then states, and a form that says what the file says states nothing.
func TestWordsOfTheForm(t *testing.T) {
	typed := map[string]string{
		"name": "Autumn Open", "start": "2024-10-12", "end": "2024-10-13", "time_control_text": "30+30", "type": "rapid", "rounds": "5", "organizer": "Kawagoe Tsuru", "responsible": "Yano Sohei",
		"venue": "Hall", "time": "13:00", "meeting": "yes", "fide_event": "yes", "qualifying": "yes", "team": "yes", "braille": "yes", "qualified": "Aoki Ren\nBaba Mio", "dispensation": "a storm", "age_year": "2024",
	}
	for _, s := range Said {
		value := typed[s.Name]
		if value == "" { // the bytes are read by it, or a section has it
			continue
		}
		form := url.Values{"was": {"1"}, s.Name: {value}}
		w, wrong := Words(form, 0)
		p := &report.Report{Sections: []report.Section{{Name: "A"}}}
		w.Over(p, nil, false)
		if got := s.of(p); len(wrong) > 0 || got != value && s.Name != "time_control_text" || got == "" {
			t.Errorf("%s: typed as %q it is %q, not read: %v", s.Name, value, got, wrong)
		}
		form.Set("was."+s.Name, value)
		if w, _ := Words(form, 0); !w.Empty() {
			t.Errorf("%s: what the file says is stated, too: %s", s.Name, w.String())
		}
		if s.Kind == Tick {
			form.Del(s.Name)
			w, _ := Words(form, 0)
			w.Over(p, nil, false)
			if s.of(p) != "" {
				t.Errorf("%s: what is unticked stays", s.Name)
			}
		}
	}
	for name, value := range map[string]string{"start": "tomorrow", "rounds": "many", "age_year": "-1", "date_order": "upwards"} {
		if w, wrong := Words(url.Values{"was": {"1"}, name: {value}}, 0); len(wrong) != 1 || wrong[0] != name {
			t.Errorf("%s as %q is %s, not read: %v", name, value, w.String(), wrong)
		}
	}
}

// Every field has its texts, every choice is one that can be read, and every finding that a field resolves is one that an organiser
// reads.
func TestCuresAreFields(t *testing.T) {
	known := map[string]bool{}
	for _, s := range Said {
		known[s.Name] = true
		for _, lang := range explain.Languages {
			p := words.In(lang)
			keys := []string{"desk.report.field-" + s.Name}
			for _, value := range choices[s.Name] {
				keys = append(keys, "desk.report.choice-"+value)
			}
			for _, key := range keys {
				if p.TextOr(key, "", nil) == "" {
					t.Errorf("%s has no text in %s", key, lang)
				}
			}
		}
		for _, value := range choices[s.Name] {
			w, wrong := Words(url.Values{"was": {"1"}, s.Name: {value}}, 0)
			if len(wrong) > 0 || w.Empty() {
				t.Errorf("%s as %s: %v", s.Name, value, wrong)
			}
			if _, err := file.Encoding(value); s.Name == "encoding" && err != nil {
				t.Error(err)
			}
		}
	}
	for id, fields := range cures {
		if finding.AudienceOf(id) == finding.Officers {
			t.Errorf("no organiser reads %s", id)
		}
		for _, name := range fields {
			if !known[name] {
				t.Errorf("%s is resolved by %s, which is no field", id, name)
			}
		}
	}
	lacks := finding.New("report-lacks", finding.Warning, finding.At{}, finding.Text("fields", "name,venue,time,responsible,date"))
	for _, name := range Lacked(&lacks) {
		if !known[name] {
			t.Errorf("a report that lacks %s has no field for it", name)
		}
	}
}
