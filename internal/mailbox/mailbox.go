// Package mailbox reads mails as a server keeps them: who sent one and whether that is certain, when it
// came, what is attached, and what it is. It reads bytes and knows nothing else: neither a network nor a
// bureau. Whatever the bytes are, it says what can be said of them.
package mailbox

import (
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"slices"
	"strings"
	"time"
)

// The bounds of a mail.
const (
	MaxBytes = 30 << 20 // as it is sent
	mostDeep = 12       // mails and parts within each other
	mostPart = 200      // parts
)

// Server is what is known of the server that keeps the mailbox.
type Server struct {
	Name string   // by which it signs what it found of a sender: the authserv-id of RFC 8601; empty: nobody is verified
	Own  []string // the addresses of the mailbox, in lower case
}

// Class is what a mail is.
type Class string

// The classes. Each but the first two is left where it is.
const (
	Report    Class = "report"    // it has files
	Notice    Class = "notice"    // it names results on Chess-Results
	Pictures  Class = "pictures"  // it has nothing but pictures
	Empty     Class = "empty"     // nothing in it is a report
	Large     Class = "large"     // it has more than MaxBytes
	Bounce    Class = "bounce"    // a letter that could not be delivered comes back
	Automatic Class = "automatic" // a machine answers
	Loop      Class = "loop"      // it comes from here, or from another of our kind
)

// Mail is a mail as it was read.
type Mail struct {
	ID       string    // of the message; where it has none, of its bytes
	From     string    // address of the sender, in lower case; empty: there is none, or more than one
	Name     string    // as they call themselves
	Verified string    // by what the own server is certain of From: DMARC, DKIM, SPF; empty: it is not
	Received time.Time // when the own server received it; zero: it does not say
	Subject  string
	Thread   []string // IDs of the messages before it, the oldest first
	Class    Class
	Silent   bool   // nobody is to be answered: a list or a machine has sent it
	Text     string // what is written in it
	Files    []File
	Links    []string // to results on Chess-Results
	Returned Returned // of a letter that comes back for good; nothing: it is none, or it is not said which
	Cut      bool     // it has more parts than are read, or a broken one
}

// File is a file in a mail.
type File struct {
	Name   string
	Data   []byte
	Within []string // the mails and packages in which it came, the outermost first
}

// Read reads a mail. It never fails: of what cannot be read less is said.
func Read(raw []byte, server Server) *Mail { return read(raw, server, len(raw) > MaxBytes) }

// ReadLarge reads the beginning of a mail of more than MaxBytes.
func ReadLarge(raw []byte, server Server) *Mail { return read(raw, server, true) }

// Beginning is how much of a large mail is read: its header is there.
const Beginning = 1 << 20

func read(raw []byte, server Server, large bool) *Mail {
	if large {
		raw = raw[:min(len(raw), Beginning)]
	}
	h, body := split(raw)
	m := &Mail{ID: h.id("message-id"), Subject: line(words(h.get("subject"))), Received: h.received(server.Name)}
	if m.ID == "" {
		sum := sha256.Sum256(raw)
		m.ID = hex.EncodeToString(sum[:16])
	}
	from := h.all("from")
	if addresses := senders(strings.Join(from, ", ")); len(addresses) == 1 && len(from) == 1 {
		m.From = addresses[0]
		if name, _, is := strings.Cut(from[0], "<"); is {
			m.Name = line(strings.Trim(words(strings.TrimSpace(name)), `"`))
		}
		m.Verified = verified(h, m.From, server.Name)
	}
	m.Thread = h.thread()
	r := &reader{mail: m}
	if !large {
		r.part(h, body, nil)
	}
	m.finish(h, r, server)
	if large && m.Class == Empty {
		m.Class = Large
	}
	return m
}

// finish says what a mail is.
func (m *Mail) finish(h header, r *reader, server Server) {
	m.Text = strings.TrimSpace(r.text.String())
	if m.Text == "" {
		m.Text = strings.TrimSpace(plainOf(r.page.String()))
	}
	m.Links = linksIn(m.Text + "\n" + r.page.String())
	if len(m.Files) == 0 {
		if games := gamesIn(m.Text); games != "" {
			m.Files = []File{{Name: "mail.trf", Data: []byte(games)}}
		}
	}
	m.Silent = h.silent()
	switch {
	case h.get(Mark) != "" || m.From != "" && slices.Contains(server.Own, m.From):
		m.Class = Loop
	case h.bounced(r.kinds):
		m.Class = Bounce
		if r.returned.ID != "" && r.returned.Status != "" {
			m.Returned = r.returned
		}
	case h.automatic(r.kinds, m.Subject):
		m.Class = Automatic
	case len(m.Files) > 0:
		m.Class = Report
	case len(m.Links) > 0:
		m.Class = Notice
	case r.pictures > 0:
		m.Class = Pictures
	default:
		m.Class = Empty
	}
	if m.Class == Loop || m.Class == Bounce || m.Class == Automatic {
		m.Silent = true
	}
}

// id returns the identifier in a field of one.
func (h header) id(name string) string {
	ids := strings.Fields(h.get(name))
	if len(ids) == 0 || len(ids[0]) > 500 {
		return ""
	}
	return ids[0]
}

// thread returns the messages that a message answers.
func (h header) thread() (ids []string) {
	const most = 20
	for _, id := range strings.Fields(h.get("references") + " " + h.get("in-reply-to")) {
		if strings.HasPrefix(id, "<") && strings.HasSuffix(id, ">") && len(id) < 500 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > most {
		ids = ids[len(ids)-most:]
	}
	return ids
}

// received returns when the own server received a message: what it has written stands above what others wrote.
func (h header) received(server string) time.Time {
	for _, value := range h.all("received") {
		_, by, is := strings.Cut(" "+withoutComments(value), " by ")
		host, _, _ := strings.Cut(strings.TrimSpace(by), " ")
		host = strings.TrimRight(host, ";")
		if !is || server == "" || organisation(host) != organisation(server) {
			continue
		}
		at := strings.LastIndexByte(value, ';')
		if at < 0 {
			return time.Time{}
		}
		when, err := mail.ParseDate(strings.TrimSpace(value[at+1:]))
		if err != nil {
			return time.Time{}
		}
		return when.UTC()
	}
	return time.Time{}
}

// line returns a text in one line of what can be shown.
func line(text string) string {
	const most = 300
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
