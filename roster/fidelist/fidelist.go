// Package fidelist reads the player lists published by FIDE as opening lists:
// the text with fixed columns in its variants since 2011, the XML, and a ZIP
// with one of them.
//
// A list has more than a million players and is read as a stream; only the
// wanted players are kept. Read never guesses: a line whose values do not match
// the columns of the header is counted, and refuses the list if it is, or may
// be, the line of a wanted player.
//
// A list contains the players' identity, their ratings and their K. It does not
// contain the number of games played, the highest rating, or the results of
// unrated players: its columns of games are those of one month.
// FIDE does not allow its lists to be passed on; none is part of this project.
package fidelist

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// MaxSize is the maximum size of an unpacked list, in bytes.
const MaxSize = 4 << 30

// Head is the number of first bytes that identify a file's format.
const Head = 512

// File is an open file, implemented by *os.File and *bytes.Reader.
type File interface {
	io.Reader
	io.ReaderAt
}

// Is reports by a file's first bytes whether it may be a FIDE list rather than
// an opening list in CSV. This includes all ZIPs and everything that begins
// like XML; Read then says what is wrong with them.
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

// Wanted says which players of a list are read.
type Wanted struct {
	IDs  map[string]bool                  // their FIDE IDs
	Like func(listed *roster.Player) bool // others, by FIDE ID, name, federation, sex and birth; nil: none
}

// Read reads the wanted players from a list. head is what has
// already been read from the file. name is used in findings, and may tell the
// kind of a list that has only one. A refusal among the findings means that the
// list cannot be used.
func Read(f File, head []byte, size int64, name string, wanted Wanted) (*roster.Roster, roster.List, []finding.Finding) {
	packed, found := ReadPacked(f, head, size, name, wanted)
	players, list := packed.unpack()
	return players, list, found
}

// ReadPacked is Read for many players.
func ReadPacked(f File, head []byte, size int64, name string, wanted Wanted) (*Packed, []finding.Finding) {
	l := &list{Collector: finding.Collector{File: name}, wanted: wanted, packed: &Packed{}, kept: map[string]int{}, names: []string{name}}
	if sniff(head) == zipped {
		l.readZip(f, size)
	} else {
		l.read(io.MultiReader(bytes.NewReader(head), f))
	}
	if !l.Refused() {
		l.close()
	}
	l.packed.index()
	return l.packed, l.Findings
}

// list is a list being read.
type list struct {
	finding.Collector
	wanted   Wanted
	names    []string // of the file, and of the ZIP that contains it
	packed   *Packed
	combined bool           // has ratings of all kinds
	withK    bool           // it has a K
	kept     map[string]int // lines of the players kept, by ID
	withoutK withoutK
	players  int   // number of players in the list
	damaged  lines // unreadable
	anybodys lines // unreadable, and it is unknown whose they are
}

func (l *list) read(in io.Reader) {
	b := bufio.NewReaderSize(&limited{in, MaxSize}, roster.MaxLine)
	head, _ := b.Peek(Head) // an error appears again when reading
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

// limited reads up to a number of bytes.
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

// broken adds the finding for an error that ends reading.
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

// damage records an unreadable line, which belongs to an unwanted player or, if
// known is false, to an unknown player.
func (l *list) damage(line int, known bool) {
	l.damaged.add(line)
	if !known {
		l.anybodys.add(line)
	}
}

// lines is a number of lines, with the first.
type lines struct{ n, first int }

func (l *lines) add(line int) {
	if l.n++; l.n == 1 {
		l.first = line
	}
}

func (l *lines) at() finding.At { return finding.At{Line: int32(l.first)} }

// like reports whether a player whose FIDE ID is not wanted is wanted all the same.
func (l *list) like(e *entry) bool {
	if l.wanted.Like == nil {
		return false
	}
	p := &e.player
	p.FideID = p.ID
	if _, again := l.kept[p.ID]; again || p.Name == "" || finding.Disguised(p.Name) || finding.TooLong(p.Name) {
		return false
	}
	return l.wanted.Like(p)
}

// keep adds a wanted player.
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
	l.kept[strings.Clone(p.ID)] = line // not the whole line
	l.withoutK.see(e, line)
	l.packed.add(e)
}

// close checks the list as a whole, and adds findings about what it lacks.
func (l *list) close() {
	missing := 0
	for id := range l.wanted.IDs {
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

// oneKind makes the ratings of a list with only one kind, which were read as
// standard, those of the kind that its name states.
func (l *list) oneKind() {
	l.packed.kind = l.kind()
	if l.packed.kind == 0 {
		l.packed.kind = rating.Standard
		l.Add(finding.New("list-kind-assumed", finding.Warning, finding.At{}, finding.Text("type", rating.Standard.String())))
	}
	l.Add(finding.New("list-of-one-kind", finding.Warning, finding.At{}, finding.Text("type", l.packed.kind.String())))
}

// kind returns the kind stated by the names of FIDE's files, such as
// standard_rating_list.txt; zero if there is none.
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

// withoutK counts ratings that lack their K, with the first.
type withoutK struct {
	lines
	id, name string
	of       rating.Kind
}

func (w *withoutK) see(e *entry, line int) {
	for _, kind := range rating.AllKinds {
		if s := e.standing.Of(kind); !s.Rating.Rated() || s.K != 0 {
			continue
		}
		if w.add(line); w.n == 1 {
			w.id, w.name, w.of = strings.Clone(e.player.ID), strings.Clone(e.player.Name), kind
		}
	}
}

// missingK adds a finding that ratings lack their K, and names the first.
func (l *list) missingK() {
	w := &l.withoutK
	switch {
	case !l.withK && l.packed.Len() > 0:
		l.Add(finding.New("list-without-k", finding.Warning, finding.At{}))
	case w.n > 0:
		of := cmp.Or(l.packed.kind, w.of)
		l.Add(finding.New("k-missing-in-list", finding.Warning, w.at(), finding.Int("ratings", w.n),
			finding.Text("id", w.id), finding.Text("name", w.name), finding.Text("type", of.String())))
	}
}

// Foreign converts a list for the regulation of another authority: its ratings
// become the players' FIDE ratings, and nobody has a rating of the authority's
// own.
func Foreign(players *roster.Roster, list *roster.List) {
	for n := range list.Standings {
		for i := range rating.AllKinds {
			players.Players[n].Fide[i] = list.Standings[n][i].Rating
		}
		list.Standings[n] = roster.Standing{}
	}
}
