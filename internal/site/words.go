package site

import (
	"path"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// words is the values of a page of words: what the site, the bureau or the data are.
type words struct {
	Key      string // of its texts: web.KEY.title, web.KEY.about
	Chapters []chapter
}

// chapter is a part of a page of words.
type chapter struct {
	Title      string
	Paragraphs []string
	Pairs      []pair
	Commands   []string
	Links      []link
}

// pair is a term and what it means. A term may lead somewhere.
type pair struct {
	ID, Term, Href, Text string
	Code                 bool // the text is for machines
}

// link is a way to another page.
type link struct {
	Text, Href string
	Save       string // the name under which a file is kept; empty: it is a page
}

// chapter returns the chapter of a key: its title, then all numbered paragraphs that the
// locale has.
func (v *visit) chapter(key string) chapter {
	c := chapter{Title: v.Text("web."+key, nil)}
	for n := 1; ; n++ {
		name := "web." + key + "-" + strconv.Itoa(n)
		text := v.Text(name, nil)
		if text == name {
			return c
		}
		c.Paragraphs = append(c.Paragraphs, text)
	}
}

// link adds a way to another page, by the key of its text.
func (c *chapter) link(v *visit, key string, parts ...any) {
	c.Links = append(c.Links, link{Text: v.Text("web."+key, nil), Href: v.Link(parts...)})
}

// current returns the edition that rates what is reported today.
func (v *visit) current() (regulation.About, error) {
	rules, err := v.Settings.Rules()
	if err != nil {
		return regulation.About{}, err
	}
	period := rules.Latest().Period(&report.Report{Received: v.Now.Day, Start: v.Now.Day, End: v.Now.Day})
	e, _ := rules.For(period)
	if e == nil {
		e = rules.Latest()
	}
	return e.About(), nil
}

func readHelp(v *visit) (*words, error) {
	about, err := v.current()
	if err != nil {
		return nil, err
	}
	sent := v.chapter("help.report")
	if about.Deadline.Days > 0 {
		sent.Paragraphs = append(sent.Paragraphs, v.Format().Say("web.help.deadline", "days", about.Deadline.Days, "clause", about.Deadline.Clause))
		sent.Links = append(sent.Links, link{Text: about.Deadline.Clause, Href: v.Link("rules", about.ID) + "#" + glyph.Anchor(about.Deadline.Clause)})
	}
	if about.Fee.Each > 0 {
		sent.Paragraphs = append(sent.Paragraphs, v.Text("web.help.fee", nil))
		sent.link(v, "calc.name-fee", "calculators", "fee")
	}
	sent.link(v, "calc.name-deadline", "calculators", "deadline")
	sent.link(v, "nav-status", "status")

	formats := v.chapter("help.formats")
	if about.OwnFile {
		formats.Paragraphs = append(formats.Paragraphs, v.Text("web.help.own-file", nil))
	}
	formats.Pairs = v.pairs("help.format-", "trf", "json")

	list := v.chapter("help.list")
	list.link(v, "calc.name-deadline", "calculators", "deadline")
	list.link(v, "nav-lists", "lists", "")
	list.link(v, "nav-rules", "rules", about.ID)
	number := v.chapter("help.number")
	number.link(v, "nav-corrections", "corrections")
	unofficial := v.chapter("help.unofficial")
	name := v.chapter("help.name")
	name.link(v, "nav-privacy", "privacy", "")
	terms := v.chapter("help.terms")
	terms.link(v, "nav-glossary", "glossary")
	return &words{"help", []chapter{v.contact(), sent, formats, list, number, unofficial, name, terms}}, nil
}

// contact returns the chapter that says how to reach the federation.
func (v *visit) contact() chapter {
	c, of := v.chapter("wrong.about"), v.Contact
	if of.Email == "" && of.Form == "" {
		c.Paragraphs = []string{v.Text("web.wrong.nobody", nil)}
	}
	if of.Email != "" {
		c.Links = append(c.Links, link{Text: of.Email, Href: "mailto:" + of.Email})
	}
	if of.Form != "" {
		c.Links = append(c.Links, link{Text: v.Text("web.wrong.form", nil), Href: of.Form})
	}
	return c
}

// pairs returns terms and what they mean, by the ends of their keys.
func (v *visit) pairs(key string, names ...string) []pair {
	var all []pair
	for _, name := range names {
		all = append(all, pair{ID: name, Term: v.Text("web."+key+name, nil), Text: v.Text("web."+key+name+"-is", nil)})
	}
	return all
}

// readGlossary reads what the words of the pages mean.
func readGlossary(v *visit) (*words, error) {
	ratings, lists, events, states := v.chapter("glossary.ratings"), v.chapter("glossary.lists"), v.chapter("glossary.events"), v.chapter("glossary.states")
	const term = "glossary.term-"
	ratings.Pairs = v.pairs(term, "rating", "official", "unofficial", "ur", "first", "provisional", "kind", "k", "expected", "difference", "change", "floor", "performance", "qualification")
	lists.Pairs = v.pairs(term, "list", "period", "revision", "correction", "active", "interpretation", "edition", "checkpoint")
	events.Pairs = v.pairs(term, "report", "section", "crosstable", "bye", "forfeit", "fee")
	for _, s := range check.States() {
		states.Pairs = append(states.Pairs, pair{ID: string(s), Term: glyph.Capital(v.Word(string(s))), Text: v.Text("web.glossary.state-"+string(s), nil)})
	}
	return &words{"glossary", []chapter{ratings, lists, events, states}}, nil
}

// readAbout reads who runs the site, and with what.
func readAbout(v *visit) (*words, error) {
	bureau, access, program := v.chapter("about-site.bureau"), v.chapter("about-site.access"), v.chapter("about-site.program")
	bureau.Paragraphs = []string{v.Format().Say("web.about-site.bureau-1", "site", v.Federation())}
	bureau.Links = v.contact().Links
	program.Pairs = []pair{{Term: v.Text("web.about-site.version", nil), Text: v.site.Program}}
	return &words{"about-site", []chapter{bureau, access, program}}, nil
}

func readPrivacy(v *visit) (*words, error) {
	w := &words{Key: "privacy"}
	for _, name := range []string{"public", "never", "k", "age", "number", "engines", "visit", "ask"} {
		w.Chapters = append(w.Chapters, v.chapter("privacy."+name))
	}
	return w, nil
}

// listFormats are the files in which a list can be downloaded.
var listFormats = []string{"csv", "json", "xlsx", "txt"}

func readDownloads(v *visit) (*words, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	newest := v.chapter("downloads.newest")
	scripts := v.chapter("downloads.scripts")
	for _, kind := range board.About.Lists {
		for _, format := range listFormats {
			newest.Links = append(newest.Links, v.download(v.Word(kind.String())+" "+v.Text("web.downloads.as-"+format, nil), kind, "."+format))
			scripts.Commands = append(scripts.Commands, "/"+v.At(v.lang, "lists/newest/"+kind.String()+"."+format))
		}
	}
	columns := v.chapter("downloads.columns")
	for _, name := range []string{"place", "id", "name", "name_local", "club"} {
		columns.Pairs = append(columns.Pairs, pair{Term: name, Text: v.Text("web.downloads.column-"+name, nil)})
	}
	for _, name := range []string{"", "_change", "_games"} {
		columns.Pairs = append(columns.Pairs, pair{Term: board.About.Lists[0].String() + name, Text: v.Text("web.downloads.column-rating"+name, nil)})
	}
	older := v.chapter("downloads.older")
	older.link(v, "lists.title", "lists", "")
	more := v.chapter("downloads.more")
	more.link(v, "programs.title", "programs", "")
	more.link(v, "nav-api", "api", "")
	licence := v.chapter("downloads.licence")
	return &words{"downloads", []chapter{newest, columns, scripts, older, more, licence}}, nil
}

// addresses are the addresses that return JSON, with what is there. A folder has only the first ones, in gzip.
var addresses = []struct{ name, address string }{
	{"list", "lists/{list}/{type}.json"}, {"changes", "lists/{list}/changes.json"}, {"player", "players/{id}.json"}, {"results", "players/{id}/results.json"}, {"why", "players/{id}/why/{list}/{type}.json"}, {"event", "events/{report}.json"},
}

func readAPI(v *visit) (*words, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	kind := board.About.Lists[0].String() + ".json"
	server := v.chapter("api.server")
	for _, name := range []string{"openapi.json", "lists", "lookups", "feeds/" + v.lang + "/publications.atom", "feeds/" + v.lang + "/corrections.atom"} {
		of := strings.TrimSuffix(path.Base(name), path.Ext(name))
		server.Pairs = append(server.Pairs, pair{Term: v.Text("web.api.server-"+of, nil), Text: "/api/v1/" + name, Code: true})
	}
	json := v.chapter("api.json")
	all, lang, ending := addresses, v.lang, ""
	if v.site.Folder {
		all, lang, ending = all[:2], explain.Languages[0], ".gz"
	}
	for _, a := range all {
		json.Pairs = append(json.Pairs, pair{Term: v.Text("web.api.of-"+a.name, nil), Text: "/" + lang + "/" + a.address + ending, Code: true})
	}
	try := v.chapter("api.try")
	try.Links = []link{{Text: "/" + v.At(v.lang, "lists/newest/"+kind), Href: v.Link("lists", v.Newest.Label, kind)}}
	promise := v.chapter("api.promise")
	promise.link(v, "nav-downloads", "downloads", "")
	return &words{"api", []chapter{server, json, try, promise}}, nil
}
