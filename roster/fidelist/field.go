package fidelist

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// entry is a player's line being read.
type entry struct {
	player   roster.Player
	standing roster.Standing
}

// field is a column about a player: its titles in the text (in any case), its
// element in the XML, and how to parse it.
type field struct {
	titles  []string
	element string
	form    string // what it must be, a key of the locale files
	read    func(*entry, string) error
	unused  bool // parsed, but nothing depends on it
}

const titleOfID = "ID number"

// month is the title of the rating in a list of one kind: the list's month,
// SEP26.
const month = "MMMYY"

var fields = [...]field{
	{titles: []string{titleOfID}, element: "fideid", form: "fide-id", read: readID},
	{titles: []string{"Name"}, element: "name", form: "text", read: func(e *entry, s string) error { e.player.Name = s; return nil }},
	{titles: []string{"Fed"}, element: "country", form: "federation", read: readFederation},
	{titles: []string{"Sex"}, element: "sex", form: "sex", read: readSex},
	{titles: []string{"Tit", "Titl"}, element: "title", form: "title", read: readTitle},
	{titles: []string{"WTit"}, element: "w_title", form: "title", read: readTitle},
	{titles: []string{"OTit"}, element: "o_title", read: skip, unused: true},
	{titles: []string{"FOA"}, element: "foa_title", read: skip, unused: true},
	{titles: []string{"SRtng", month}, element: "rating", form: "rating", read: readRating(rating.Standard)},
	{titles: []string{"SGm", "Gms", "Games"}, element: "games", form: "count", read: readMonthly},
	{titles: []string{"SK", "K"}, element: "k", form: "count", read: readK(rating.Standard)},
	{titles: []string{"RRtng"}, element: "rapid_rating", form: "rating", read: readRating(rating.Rapid)},
	{titles: []string{"RGm"}, element: "rapid_games", form: "count", read: readMonthly},
	{titles: []string{"RK"}, element: "rapid_k", form: "count", read: readK(rating.Rapid)},
	{titles: []string{"BRtng"}, element: "blitz_rating", form: "rating", read: readRating(rating.Blitz)},
	{titles: []string{"BGm"}, element: "blitz_games", form: "count", read: readMonthly},
	{titles: []string{"BK"}, element: "blitz_k", form: "count", read: readK(rating.Blitz)},
	{titles: []string{"B-day", "Born"}, element: "birthday", form: "year", read: readBirth},
	{titles: []string{"Flag"}, element: "flag", form: "flag", read: readFlag},
}

// has reports whether a list has the field with this element.
func has(found []*field, element string) bool {
	for _, f := range found {
		if f != nil && f.element == element {
			return true
		}
	}
	return false
}

var errForm = errors.New("fidelist: the value has not the form")

func skip(*entry, string) error { return nil }

func readID(e *entry, s string) error {
	if !isID(s) {
		return errForm
	}
	e.player.ID = s
	return nil
}

// isID reports whether a text is a FIDE ID: a number of up to eleven digits.
func isID(s string) bool {
	const most = 11
	return s != "" && len(s) <= most && s[0] != '0' && digits(s)
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// capitals reports whether a text consists of capital letters, least to most of
// them.
func capitals(s string, least, most int) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return len(s) >= least && len(s) <= most
}

func readFederation(e *entry, s string) error {
	if s != "" && !capitals(s, 3, 3) {
		return errForm
	}
	e.player.Federation = s
	return nil
}

func readSex(e *entry, s string) error {
	switch s {
	case "":
	case "M":
		e.player.Sex = "m"
	case "F":
		e.player.Sex = "w"
	default:
		return errForm
	}
	return nil
}

// titles maps titles that some lists write with lower-case letters.
var titles = map[string]string{
	"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}

// readTitle parses the title; a women's title applies only if there is no
// other.
func readTitle(e *entry, s string) error {
	if long, ok := titles[s]; ok {
		s = long
	}
	if s != "" && !capitals(strings.ToUpper(s), 1, 4) {
		return errForm
	}
	if e.player.Title == "" {
		e.player.Title = s
	}
	return nil
}

func readRating(kind rating.Kind) func(*entry, string) error {
	return func(e *entry, s string) (err error) {
		if !digits(s) {
			return errForm
		}
		e.standing.Of(kind).Rating, err = rating.ParseRating(s)
		return err
	}
}

// highestK is the highest K that FIDE has ever used.
const highestK = 40

func readK(kind rating.Kind) func(*entry, string) error {
	return func(e *entry, s string) error {
		n, err := number(s, highestK)
		e.standing.Of(kind).K = rating.K(n)
		return err
	}
}

// readMonthly checks the games of a month, which are not used.
func readMonthly(_ *entry, s string) error {
	_, err := number(s, 999)
	return err
}

// number parses a whole number up to a limit; blank is zero.
func number(s string, limit int) (int, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || !digits(s) || n > limit {
		return 0, errForm
	}
	return n, nil
}

// readBirth parses the year of birth.
func readBirth(e *entry, s string) error {
	switch year, err := number(s, 2999); {
	case err != nil:
		return err
	case year == 0:
		return nil
	case len(s) != len("1990") || year < 1000:
		return errForm
	default:
		e.player.Birth = civil.BirthIn(year)
		return nil
	}
}

// readFlag parses the w of a woman, for lists without a column for the sex. The
// i for inactive is not used, because it does not say in which list, or since
// when.
func readFlag(e *entry, s string) error {
	switch strings.ToLower(s) {
	case "", "i":
		return nil
	case "w", "wi", "iw":
		if e.player.Sex == "" {
			e.player.Sex = "w"
		}
		return nil
	}
	return errForm
}

// parseMonth returns the first day of a month written MMMYY.
func parseMonth(s string) (civil.Date, bool) {
	if len(s) != len(month) || !digits(s[3:]) {
		return 0, false
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(s[:3], m.String()[:3]) {
			year, _ := strconv.Atoi(s[3:])
			return civil.NewDate(2000+year, m, 1)
		}
	}
	return 0, false
}
