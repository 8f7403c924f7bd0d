package document_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/program"
	"github.com/arpadchess/arpad/internal/test/source"
	"github.com/arpadchess/arpad/internal/test/tree"
)

// The table of findings by secrets: restOn has the cells with a pair, whose findings differ in the office; of every other cell
// readsNoRegister, receivesNoFile or whyNot says why there is no pair. An id has one row.

// restOn are the findings that rest on secrets.
var restOn = map[string][]secret{
	"age-year-impossible":          {birth},
	"age-year-next":                {birth},
	"birth-from-report":            {birth},
	"birth-implausible":            {birth},
	"births-differ":                {birth},
	"entry-contradicts":            {birth, known, merged},
	"facts-differ":                 {known},
	"findings-left-out":            {member},
	"first-timer-lacks":            {birth, member, merged},
	"group-doubtful":               {birth},
	"non-member":                   {member, erased},
	"player-unknown":               {known},
	"reporter-no-member":           {member},
	"responsible-no-annual-member": {member, known},
	"responsible-unknown":          {known},
	"same-player-twice":            {merged},
	"too-old-for-group":            {birth},
}

// toldBlind are those of them that organisers read: as they are without what the secret is.
var toldBlind = []string{"age-year-impossible", "age-year-next", "findings-left-out"}

// whyNot are the reasons why findings rest on no secret, though the check of a file could make them.
var whyNot = map[string][]string{
	"the gate speaks of who asks, and of the request": {
		"act-not-allowed", "changed-since", "factor-needed", "key-used", "name-too-long", "not-initialised", "not-yours", "reason-needed", "second-is-first",
		"seen-needed", "sender-club-needed", "sign-in-needed",
	},
	"an officer's decision is refused by it": {
		"colours-reversed", "floor-needed", "no-entry", "no-game", "player-in-section", "question-open", "unknown-section",
	},
	"it rests on the file and what was stated beside it": {
		"crosstable-without-rounds", "exchange-file-missing", "first-control-short", "name-comma", "no-bytes", "nothing-stated", "organizer-missing", "other-file",
		"pairing-byes", "qualifiers-missing", "report-lacks", "reporter-missing", "responsible-missing", "section-too-small", "system-differs",
		"team-claimed", "braille-claimed", "times-unequal", "too-fast-for-blitz", "too-fast-for-rating", "too-few-rounds", "too-many-rounds-a-day", "tournament-too-small",
		"type-assumed", "type-differs", "type-holds", "type-missing", "type-unclear", "unrated-claimed",
	},
	"it rests on days, lists, announcements and clubs, which are public": {
		"adjustment-lapsed", "after-list", "announced-differs", "announced-otherwise", "announcement-near", "dispensation-claimed", "edition-missing",
		"edition-not-in-force", "event-running", "fide-event-late", "fide-event-unannounced", "late", "list-behind", "meeting-doubtful", "no-club",
		"no-edition", "no-list", "no-list-for-type", "no-report", "organizer-not-registered", "report-already-rated", "rounds-fewer", "too-late-for-lists",
	},
	"it rests on names and ratings by ID, which are public": {
		"floor-claimed", "floor-differs", "floor-missing", "floor-unassigned", "ids-exchanged", "match-decided", "match-with-unrated", "name-order",
		"no-beginner-section", "section-unidentified",
	},
	"it is asked of an officer's word: an account proves who reports": {"reporter-not-approved", "reporter-unknown"},
	"it rests on the reports of others, of which intake tells":        {"event-of-another", "games-twice", "meets-overlap", "organizer-not-sender"},
	"it is about the lists of whoever rates files": {
		"birth-differs", "event-repeated", "event-unnamed", "facts-assumed", "id-unknown", "id-zeros", "name-mismatch", "national-kind-unknown",
		"not-on-list", "parts-joined", "player-without-id", "rating-below-floor", "report-repeated",
	},
	"it is about what officers do with registers and lists": {
		"birth-of-nobody", "club-name-taken", "clubs-proposed", "contact-missing", "days-reversed", "duplicates-not-sought", "fide-birth-differs",
		"fide-id-from-report", "fide-label", "fide-list-older", "fide-list-short", "fide-list-strange", "fide-name-differs", "id-form",
		"id-repeated-in-list", "id-stays", "id-taken", "indexed-under-age", "list-out", "membership-days", "membership-joined", "name-needed", "no-draft",
		"no-membership", "no-period", "no-revision", "not-decided", "perhaps-registered", "period-before-zero", "period-out", "player-erased",
		"player-merged", "rating-too-low", "rows-missing", "unknown-player",
	},
}

const (
	readsNoRegister = "where it is made no register is read"
	receivesNoFile  = "where it is made no file comes"
)

// seen is what is read of the file of a world: by its organiser, tried and submitted, and by the office.
type seen struct {
	told  string
	found []finding.Finding
}

func (w *world) seen(t *testing.T) (is seen) {
	d, s := w.office(t)
	kept := &looks{}
	o := act.Organizer{Looks: kept}
	before := d.Documents()
	tried, err := o.Try(t.Context(), d.Bureau, s)
	d.Must(err)
	_, changes, admits, err := o.Effect(t.Context(), d.Bureau, s)
	d.Must(err)
	var office *trial.Preview
	d.Must(d.Preview(t.Context(), func(preview *bureau.Bureau) (err error) {
		office, err = submission.Try(t.Context(), preview, s.Submission())
		return err
	}))
	if !maps.Equal(before, d.Documents()) {
		t.Error("a dry run has changed something")
	}
	received, err := o.Submit(t.Context(), d.Bureau, s, act.With{})
	d.Must(err)
	var reads bytes.Buffer
	for _, lang := range explain.Languages {
		d.Must(document.Write(&reads, document.NewOrganizers(explain.New(lang), tried)))
		d.Must(document.Write(&reads, document.NewOrganizers(explain.New(lang), received)))
	}
	fmt.Fprintf(&reads, "%v %+v", admits, changes)
	if received.Ref == "" || len(kept.all) != 3 || kept.all[0].Account != d.Actor.Account || !strings.HasPrefix(kept.all[0].What, "report.try ") || !kept.all[0].At.Equal(d.Now) {
		t.Errorf("%q, looks %+v", received.Ref, kept.all)
	}
	return seen{reads.String(), office.Receipt.Findings}
}

// differ returns the ids of findings that one of two has and the other not.
func differ(one, other []finding.Finding) map[string]bool {
	count, ids := map[string]int{}, map[string]bool{}
	for i, all := range [][]finding.Finding{one, other} {
		for _, f := range all {
			count[fmt.Sprintf("%+v", f)] += 1 - 2*i
		}
	}
	for _, f := range slices.Concat(one, other) {
		if count[fmt.Sprintf("%+v", f)] != 0 {
			ids[f.ID] = true
		}
	}
	return ids
}

// What an organiser reads of a file, before and after they submit it, is the same to the byte whatever they must not learn is,
// in both languages. The office finds what restOn says, and no audience but officers reads it.
func TestOrganizersLearnNoSecret(t *testing.T) {
	t.Parallel()
	rests, seeing := map[string][]secret{}, map[secret]bool{}
	for _, pair := range secrets() {
		first := pair.worlds[0].seen(t)
		for n := range pair.worlds[1:] {
			is := pair.worlds[n+1].seen(t)
			if is.told != first.told {
				t.Errorf("%s, world %d: %s", pair.of, n+1, cmp.Diff(first.told, is.told))
			}
			for id := range differ(first.found, is.found) {
				if !slices.Contains(rests[id], pair.secret) {
					rests[id] = append(rests[id], pair.secret)
				}
			}
			one, other := finding.For(finding.Doubted(first.found), finding.Organizer), finding.For(finding.Doubted(is.found), finding.Organizer)
			if len(differ(one, other)) > 0 {
				seeing[pair.secret] = true
			}
		}
	}
	if diff := cmp.Diff(restOn, rests); diff != "" {
		t.Errorf("which findings rest on secrets: %s", diff)
	}
	for _, of := range []secret{birth, member, known, merged} {
		if !seeing[of] {
			t.Errorf("whoever is not blind would not learn secret %d: the pairs show nothing", of)
		}
	}
	if told := leaks(finding.AudienceOf); len(told) > 0 {
		t.Errorf("organisers read %q", told)
	}
	for id := range restOn { // the table notices when an audience is loosened
		for _, to := range []finding.Audience{finding.Organizer, finding.Public} {
			loose := func(of string) finding.Audience {
				if of == id {
					return to
				}
				return finding.AudienceOf(of)
			}
			if told := leaks(loose); !slices.Contains(toldBlind, id) && !slices.Equal(told, []string{id}) {
				t.Errorf("%s for %s: noticed %q", id, to, told)
			}
		}
	}
}

// leaks returns the findings that rest on secrets and are not for officers only.
func leaks(audience func(string) finding.Audience) (ids []string) {
	for id := range restOn {
		if audience(id) != finding.Officers && !slices.Contains(toldBlind, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Every finding has its row, and one only.
func TestEveryFindingHasItsRow(t *testing.T) {
	t.Parallel()
	reasons := map[string][]string{}
	for id := range restOn {
		reasons[id] = append(reasons[id], "it rests on the secrets that are said, and on no other")
	}
	for why, ids := range whyNot {
		for _, id := range ids {
			reasons[id] = append(reasons[id], why)
		}
	}
	page, err := os.ReadFile(tree.Path("docs/findings.md"))
	if err != nil {
		t.Fatal(err)
	}
	made, imports := packages(t)
	comes := reach(imports, "internal/bureau/intake")
	all := regexp.MustCompile(`<a id="([a-z0-9-]+)">`).FindAllStringSubmatch(string(page), -1)
	for _, row := range all {
		id, in := row[1], made[row[1]]
		outside := func(in string) bool { return !comes[in] }
		file := func(in string) bool {
			above := reach(imports, in)
			return !above["internal/bureau"] && !above["regulation"] && !above["season"]
		}
		either := func(in string) bool { return outside(in) || file(in) }
		switch {
		case len(in) == 0 || restOn[id] != nil:
		case !slices.ContainsFunc(in, func(in string) bool { return !file(in) }):
			reasons[id] = append(reasons[id], readsNoRegister)
		case !slices.ContainsFunc(in, func(in string) bool { return !either(in) }):
			reasons[id] = append(reasons[id], receivesNoFile)
		}
		if len(reasons[id]) != 1 {
			t.Errorf("%s, made in %q: %d rows %q", id, in, len(reasons[id]), reasons[id])
		}
		delete(reasons, id)
	}
	if len(all) < 500 || len(reasons) > 0 {
		t.Errorf("of %d findings, rows of none: %q", len(all), slices.Sorted(maps.Keys(reasons)))
	}
}

// packages returns in which packages each finding is made, and what each package imports.
func packages(t *testing.T) (made, imports map[string][]string) {
	made, imports = map[string][]string{}, map[string][]string{}
	err := source.Walk(tree.Path("."), func(path string, file *ast.File) {
		in, err := filepath.Rel(tree.Path("."), filepath.Dir(path))
		if err != nil || strings.HasPrefix(in, "internal/test") {
			return
		}
		for _, spec := range file.Imports {
			if name, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "github.com/arpadchess/arpad/"); ours {
				imports[in] = append(imports[in], name)
			}
		}
		note := func(e ast.Expr) {
			if id := source.Literal(e); id != "" && !slices.Contains(made[id], in) {
				made[id] = append(made[id], in)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if len(n.Args) > 0 && slices.Contains([]string{"New", "note", "warn", "Refusal", "refuse", "Refuse"}, source.Name(n.Fun)) {
					note(n.Args[0])
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if source.Name(left) == "id" && i < len(n.Rhs) {
						note(n.Rhs[i])
					}
				}
			}
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return made, imports
}

// reach returns a package and all that it imports.
func reach(imports map[string][]string, from string) map[string]bool {
	all, next := map[string]bool{from: true}, []string{from}
	for len(next) > 0 {
		in := imports[next[0]]
		next = next[1:]
		for _, name := range in {
			if !all[name] {
				all[name] = true
				next = append(next, name)
			}
		}
	}
	return all
}

// What a program of a club is told through the API is what its organiser is told, to the byte, whatever must not be learnt.
func TestProgramsLearnNoSecret(t *testing.T) {
	t.Parallel()
	for _, pair := range secrets() {
		first := ""
		for n := range pair.worlds {
			told := pair.worlds[n].toldToProgram(t)
			if first == "" {
				first = told
			}
			if told != first {
				t.Errorf("%s, world %d: %s", pair.of, n, cmp.Diff(first, told))
			}
		}
	}
}

// toldToProgram returns what a program of the club of a world's file is told, tried and submitted.
func (w *world) toldToProgram(t *testing.T) (told string) {
	d, s := w.office(t)
	d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C0901", Name: "Program Chess Club"}))
	s.For = "C0901"
	invited, err := account.Invite(t.Context(), d.Bureau, "club@example.jp", "Mori Kei", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"C0901"}}, "")
	d.Must(err)
	key, err := account.MakeKeyFor(t.Context(), d.Bureau, invited.Number, "pairing", []string{account.Submit}, "why")
	d.Must(err)
	served := api.New(public.New(d.Bureau))
	served.Admit((&program.Kept{}).Programs())
	organiser := *d.Bureau
	organiser.Actor = account.ActorOf(invited.Number, invited.Account)
	o := act.Organizer{Looks: &looks{}}
	for _, lang := range explain.Languages {
		var want bytes.Buffer
		is, err := o.Try(t.Context(), &organiser, s)
		d.Must(err)
		d.Must(document.Write(&want, document.NewOrganizers(explain.New(lang), is)))
		for _, path := range []string{"/own/reports/try", "/own/reports"} {
			if path == "/own/reports" && lang != explain.Languages[0] {
				continue // it is handed in once
			}
			got := program.Program{Server: served, Key: key.Token}.Hand(t, path+"?lang="+lang, s, nil)
			if got.Code != http.StatusOK || path == "/own/reports/try" && got.Body.String() != want.String() {
				t.Errorf("%d %s", got.Code, cmp.Diff(want.String(), got.Body.String()))
			}
			told += got.Body.String()
		}
	}
	return told
}
