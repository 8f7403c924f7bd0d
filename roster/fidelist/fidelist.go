// Package fidelist reads the player lists that FIDE publishes as opening lists:
// the text with fixed columns in its variants since 2011, the XML, and a ZIP
// that holds one of them.
//
// A list has more than a million players and is read as a stream; only those
// are kept who are wanted. Read never guesses: a line whose values are not where
// the header has its columns is counted, and refuses the list if it is, or may
// be, the line of somebody wanted.
//
// What a list tells is who somebody is, his ratings, and their K. It does not
// tell how many games he has played, his highest rating, or the results of
// those who have no rating yet: its columns of games are those of one month.
// FIDE does not allow its lists to be passed on; none is part of this project.
package fidelist

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// MaxSize is how much of a list is read, in bytes, after it is unpacked.
const MaxSize = 4 << 30

// Head is how many of a file's first bytes say what it is.
const Head = 512

// File is an open file; *os.File and *bytes.Reader are.
type File interface {
	io.Reader
	io.ReaderAt
}

// Is says by a file's first bytes whether it can be a list of FIDE rather than
// an opening list as CSV. So are ZIPs and all that begins like XML: Read says
// what is wrong with those that are something else.
func Is(head []byte) bool { return sniff(head) != unknown }

type format uint8

const (
	unknown format = iota
	text
	markup
	zipped
)

func sniff(head []byte) format {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	title := len(titleOfID)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return zipped
	case bytes.HasPrefix(start, []byte("<")):
		return markup
	case len(start) >= title && strings.EqualFold(string(start[:title]), titleOfID):
		return text
	}
	return unknown
}

// Read reads the players with the wanted FIDE IDs from a list. The head is what
// has been read from the file already; the name is the one under which findings
// speak of it, and may tell the kind of a list that has only one. A refusal
// among the findings means that the list cannot be used.
func Read(f File, head []byte, size int64, name string, wanted map[string]bool) (*roster.Roster, roster.List, []finding.Finding) {
	l := &list{Collector: finding.Collector{File: name}, wanted: wanted, roster: roster.New(), kept: map[string]int{}, names: []string{name}}
	if sniff(head) == zipped {
		l.readZip(f, size)
	} else {
		l.read(io.MultiReader(bytes.NewReader(head), f))
	}
	if !l.Refused() {
		l.close()
	}
	return l.roster, roster.List{From: l.from, Standings: l.standings}, l.Findings
}

// list is a list as it is read.
type list struct {
	finding.Collector
	wanted    map[string]bool
	names     []string // of the file, and of the ZIP that it is in
	roster    *roster.Roster
	standings []roster.Standing
	from      civil.Date
	combined  bool           // it has ratings of all kinds
	withK     bool           // it has a K
	kept      map[string]int // the lines of those kept, by ID
	players   int            // all that the list has
	damaged   lines          // that cannot be read
	anybodys  lines          // of them, those of which nobody knows whose they are
}

func (l *list) read(in io.Reader) {
	b := bufio.NewReaderSize(&limited{in, MaxSize}, roster.MaxLine)
	head, _ := b.Peek(Head) // what is wrong with it reading will tell
	if bytes.HasPrefix(head, []byte("\uFEFF")) {
		_, _ = b.Discard(len("\uFEFF"))
	}
	switch sniff(head) {
	case text:
		(&textReader{list: l}).read(b)
	case markup:
		(&xmlReader{list: l}).read(b)
	}
}

var errTooLarge = errors.New("fidelist: the list is too large")

// limited passes on so many bytes, and then no more.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// broken says why the list cannot be read on.
func (l *list) broken(err error, line int) {
	at := finding.At{Line: int32(line)}
	switch {
	case errors.Is(err, bufio.ErrBufferFull), errors.Is(err, bufio.ErrTooLong):
		l.Add(finding.Refusal("line-too-long", at, finding.Int("limit", roster.MaxLine)))
	case errors.Is(err, errTooLarge):
		l.Add(finding.Refusal("list-too-large", at, finding.Int("limit", MaxSize>>30)))
	case len(l.names) > 1:
		l.Add(finding.Refusal("zip-broken", at))
	default:
		l.Add(finding.Refusal("file-unreadable", at))
	}
}

// damage notes a line that cannot be read: that of somebody who is not wanted,
// or one of which nobody knows whose it is.
func (l *list) damage(line int, known bool) {
	l.damaged.add(line)
	if !known {
		l.anybodys.add(line)
	}
}

// lines counts lines, and knows the first.
type lines struct{ n, first int }

func (l *lines) add(line int) {
	if l.n++; l.n == 1 {
		l.first = line
	}
}

func (l *lines) at() finding.At { return finding.At{Line: int32(l.first)} }

// keep adds a player who is wanted.
func (l *list) keep(e *entry, line int) {
	p := &e.player
	at := finding.At{Line: int32(line)}
	if first, ok := l.kept[p.ID]; ok {
		l.Add(finding.Refusal("id-repeated-in-list", at, finding.Text("id", p.ID), finding.Int("first", first)))
		return
	}
	if p.Name == "" {
		l.Add(finding.New("name-missing-in-list", finding.Warning, at, finding.Text("id", p.ID)))
	}
	switch {
	case finding.Disguised(p.Name):
		l.Add(finding.Refusal("control-character", at, finding.Quoted("text", p.Name)))
		return
	case finding.TooLong(p.Name):
		l.Add(finding.Refusal("text-too-long", at, finding.Int("limit", finding.MaxText), finding.Text("text", p.Name)))
		return
	}
	p.FideID = p.ID
	p.EnteredUnrated = !e.standing.Rated()
	l.kept[p.ID] = line
	l.roster.Add(*p)
	l.standings = append(l.standings, e.standing)
}

// close judges the list as a whole, and says what it does not tell.
func (l *list) close() {
	missing := 0
	for id := range l.wanted {
		if _, found := l.kept[id]; !found {
			missing++
		}
	}
	switch {
	case l.players == 0:
		l.Add(finding.Refusal("list-without-players", finding.At{}))
	case 2*l.damaged.n > l.players:
		l.Add(finding.Refusal("list-mostly-damaged", l.damaged.at(), finding.Int("damaged", l.damaged.n), finding.Int("players", l.players)))
	case l.anybodys.n > 0 && missing > 0:
		l.Add(finding.Refusal("list-damaged-and-missing", l.anybodys.at(), finding.Int("damaged", l.anybodys.n), finding.Int("missing", missing)))
	case l.damaged.n > 0:
		l.Add(finding.New("list-lines-damaged", finding.Warning, l.damaged.at(), finding.Int("damaged", l.damaged.n)))
	}
	if l.Refused() {
		return
	}
	if !l.combined {
		l.oneKind()
	}
	l.missingK()
	l.Add(finding.New("list-without-games", finding.Info, finding.At{}))
}

// oneKind returns the ratings of a list with only one kind, which were read as
// standard ones, to the kind of which its name speaks.
func (l *list) oneKind() {
	kind := l.kind()
	if kind == 0 {
		kind = rating.Standard
		l.Add(finding.New("list-kind-assumed", finding.Warning, finding.At{}, finding.Text("type", kind.String())))
	}
	l.Add(finding.New("list-of-one-kind", finding.Warning, finding.At{}, finding.Text("type", kind.String())))
	for n := range l.standings {
		s := &l.standings[n]
		read := *s.Of(rating.Standard)
		*s.Of(rating.Standard) = roster.State{}
		*s.Of(kind) = read
	}
}

// kind returns the kind of which the names speak, as FIDE names its files:
// standard_rating_list.txt; zero if they do not.
func (l *list) kind() rating.Kind {
	for _, name := range l.names {
		for _, kind := range rating.AllKinds {
			if strings.Contains(strings.ToLower(name), kind.String()+"_") {
				return kind
			}
		}
	}
	return 0
}

// missingK says that ratings have no K, and names the first.
func (l *list) missingK() {
	if !l.withK && len(l.standings) > 0 {
		l.Add(finding.New("list-without-k", finding.Warning, finding.At{}))
		return
	}
	var first *roster.Player
	var of rating.Kind
	n := 0
	for i := range l.standings {
		for _, kind := range rating.AllKinds {
			if s := l.standings[i].Of(kind); !s.Rating.Rated() || s.K != 0 {
				continue
			}
			if n++; n == 1 {
				first, of = &l.roster.Players[i], kind
			}
		}
	}
	if n > 0 {
		l.Add(finding.New("k-missing-in-list", finding.Warning, finding.At{Line: int32(l.kept[first.ID])}, finding.Int("ratings", n),
			finding.Text("id", first.ID), finding.Text("name", first.Name), finding.Text("type", of.String())))
	}
}

// Foreign makes of a list what it is under the regulation of somebody other
// than FIDE: it tells the players' FIDE ratings, and nobody has a rating of the
// regulation's own.
func Foreign(players *roster.Roster, list *roster.List) {
	for n := range list.Standings {
		for i := range rating.AllKinds {
			players.Players[n].Fide[i] = list.Standings[n][i].Rating
		}
		list.Standings[n] = roster.Standing{}
	}
}
