package mailbox

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// flowed returns a text whose lines a program has broken, RFC 3676.
func flowed(text string, of map[string]string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.EqualFold(of["format"], "flowed") {
		return text
	}
	lines := strings.Split(text, "\n")
	var out strings.Builder
	for i, l := range lines {
		l = strings.TrimPrefix(l, " ") // stuffed
		goes := strings.HasSuffix(l, " ") && l != "-- " && i+1 < len(lines)
		if goes && strings.EqualFold(of["delsp"], "yes") {
			l = strings.TrimSuffix(l, " ")
		}
		out.WriteString(l)
		if !goes {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// plainOf returns what an HTML page says, line by line.
func plainOf(page string) string {
	var out strings.Builder
	in := html.NewTokenizer(strings.NewReader(page))
	hidden := ""
	for {
		switch in.Next() {
		case html.ErrorToken:
			return strings.ReplaceAll(out.String(), "\u00a0", " ")
		case html.TextToken:
			if hidden == "" {
				out.WriteString(html.UnescapeString(string(in.Raw())))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := in.TagName()
			switch tag := string(name); tag {
			case "style", "script", "title":
				hidden = tag
			case "br", "p", "div", "tr", "li", "pre":
				out.WriteByte('\n')
			}
		case html.EndTagToken:
			if name, _ := in.TagName(); string(name) == hidden {
				hidden = ""
			}
		}
	}
}

// results is an address of results on Chess-Results.
var results = regexp.MustCompile(`(?i)https?://(?:[a-z0-9-]+\.)?chess-results\.com/[^\s"'<>()]*tnr[0-9]+[^\s"'<>()]*`)

// guarded is an address within another one.
var guarded = regexp.MustCompile(`(?i)https?%3A%2F%2F[^&\s"'<>()]*`)

// linksIn returns the addresses of results in a text, each once: also those that a program that guards its
// user has put into one of its own.
func linksIn(text string) (links []string) {
	const most = 20
	text = strings.ReplaceAll(text, "&amp;", "&")
	for _, inner := range guarded.FindAllString(text, most*4) {
		if plain, err := url.QueryUnescape(inner); err == nil {
			text += "\n" + plain
		}
	}
	known := map[string]bool{}
	for _, link := range results.FindAllString(text, most*4) {
		link = strings.TrimRight(link, ".,;。、")
		u, err := url.Parse(link)
		if err != nil {
			continue
		}
		if of := strings.ToLower(u.Path); !known[of] && len(links) < most {
			known[of] = true
			links = append(links, link)
		}
	}
	return links
}

// quote is what programs put before the lines of a message that is answered or forwarded.
var quote = regexp.MustCompile(`^(?:[>|] ?)+`)

// record is a line of a TRF.
var record = regexp.MustCompile(`^[0-9]{3}(?: |$)`)

// gamesIn returns the TRF that was pasted into a text; empty: there is none.
func gamesIn(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\u00a0", " "), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(quote.ReplaceAllString(l, ""), "\r")
	}
	is := func(number string) func(string) bool {
		return func(l string) bool { return strings.HasPrefix(l, number+" ") }
	}
	first := slices.IndexFunc(lines, is("012"))
	if first < 0 || !slices.ContainsFunc(lines[first:], is("001")) {
		return ""
	}
	last := first
	for i, l := range lines[first:] {
		if record.MatchString(l) {
			last = first + i
		}
	}
	return strings.Join(lines[first:last+1], "\n") + "\n"
}
