package mail

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Message is a letter as it is sent or copied. Its text and its HTML say the same.
type Message struct {
	ID       string // of the letter
	Kind     string
	Address  string // empty: nobody knows where they are reached
	Name     string // of the receiver
	Language string
	Subject  string
	Parts    []Part
	End      string // address by which letters of its kind end; empty: they do not
	Entry    int
	Answers  *Thread // nil: it answers no mail
}

// Thread is the mail by which something came, and whose sender is answered below it.
type Thread struct {
	Address string
	IDs     []string // of the messages before and of the mail itself, as they stand in their headers
}

// Part is a paragraph, or several items, or a link with what it does.
type Part struct {
	Text   string
	Items  []string
	Action string
	Link   string
	Words  []string // what somebody has written, line by line
	Small  bool
}

// Facts are what a letter is about, in one language.
type Facts struct {
	About []About // at least one; the subject is that of the first
	Path  string  // of the page to which its link leads, below the site, in a language; empty: to none
}

// About is one thing that a letter is about.
type About struct {
	Data  explain.Data
	Items []string // what is asked, or what has changed
	Words string   // what somebody has written
}

// oneLine returns a text on one line, and without what would change others around it.
func oneLine(text string) string { return finding.OneLine(text) }

// Write writes a letter of a kind.
func Write(p *explain.Printer, kind, name string, f *Facts, base, federation string) *Message {
	m := &Message{Kind: kind, Name: oneLine(name), Language: p.Language}
	data := explain.Data{"more": ""}
	for key, value := range f.About[0].Data {
		data[key] = value
	}
	data["federation"] = federation
	if more := len(f.About) - 1; more > 0 {
		data["more"] = fmt.Sprint(more)
	}
	key := "letter." + kind
	m.Subject = oneLine(p.Text(key+".subject", data))
	if name != "" {
		m.Parts = append(m.Parts, Part{Text: p.Text("letter.salutation", explain.Data{"name": name})})
	}
	for i := range f.About {
		of := &f.About[i]
		data := explain.Data{"items": "", "federation": federation}
		for key, value := range of.Data {
			data[key] = value
		}
		if len(of.Items) > 0 {
			data["items"] = fmt.Sprint(len(of.Items))
		}
		m.Parts = append(m.Parts, Part{Text: p.Text(key+".text", data)})
		if len(of.Items) > 0 {
			part := Part{}
			for _, item := range of.Items {
				part.Items = append(part.Items, oneLine(item))
			}
			m.Parts = append(m.Parts, part)
		}
		if words := strings.TrimSpace(of.Words); words != "" {
			part := Part{}
			for line := range strings.Lines(words) {
				part.Words = append(part.Words, oneLine(strings.TrimRight(line, "\r\n")))
			}
			m.Parts = append(m.Parts, part)
		}
	}
	if last := p.TextOr(key+".next", "", data); last != "" {
		m.Parts = append(m.Parts, Part{Text: last})
	}
	if f.Path != "" {
		m.Parts = append(m.Parts, link(p, p.Text(key+".action", data), base+f.Path))
	}
	if other := p.TextOr(key+".else", "", data); other != "" {
		m.Parts = append(m.Parts, Part{Text: other})
	}
	m.Parts = append(m.Parts, Part{Text: p.Text("letter.signed", explain.Data{"federation": federation})})
	return m
}

// ends adds the link by which letters of the kind end.
func (m *Message) ends(p *explain.Printer, to string) {
	m.End = to
	part := link(p, p.Text("letter.end", nil), to)
	part.Small = true
	m.Parts = append(m.Parts, part)
}

// link returns a link with what it does.
func link(p *explain.Printer, action, to string) Part {
	return Part{Text: p.Text("letter.link", explain.Data{"action": action}), Action: action, Link: to}
}

// Text returns the letter without its subject as plain text.
func (m *Message) Text() string {
	var b strings.Builder
	for i, part := range m.Parts {
		if i > 0 {
			b.WriteString("\n")
		}
		if part.Small {
			b.WriteString("-- \n") // as mail programs know where a signature begins
		}
		switch {
		case part.Link != "":
			b.WriteString(part.Text + "\n" + part.Link + "\n")
		case part.Items != nil:
			for _, item := range part.Items {
				b.WriteString("- " + item + "\n")
			}
		case part.Words != nil:
			for _, line := range part.Words {
				b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
			}
		default:
			b.WriteString(part.Text + "\n")
		}
	}
	return b.String()
}

var asHTML = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="{{.Language}}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{.Subject}}</title></head>
<body style="margin:1em auto;max-width:36em;padding:0 1em;font:16px/1.6 sans-serif;color:#222;background:#fff">
{{range .Parts}}{{if .Link}}<p{{if .Small}} style="margin-top:2em;font-size:13px;color:#555"{{end}}><a href="{{.Link}}" style="color:#14508c">{{.Action}}</a></p>
{{else if .Items}}<ul>
{{range .Items}}<li>{{.}}</li>
{{end}}</ul>
{{else if .Words}}<blockquote style="margin:1em 0;padding-left:1em;border-left:3px solid #bbb">{{range $i, $line := .Words}}{{if $i}}<br>
{{end}}{{$line}}{{end}}</blockquote>
{{else}}<p>{{.Text}}</p>
{{end}}{{end}}</body>
</html>
`))

// HTML returns the letter as a page.
func (m *Message) HTML() (string, error) {
	var b strings.Builder
	err := asHTML.Execute(&b, m)
	return b.String(), err
}
