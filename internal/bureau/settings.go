package bureau

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Settings are the settings of an installation.
type Settings struct {
	Authority  string            `json:"authority"`  // the name of one of Authorities
	Regulation string            `json:"regulation"` // ID of the edition or family in use
	Options    map[string]string `json:"options,omitempty"`
	OtherFiles OtherFiles        `json:"other_files,omitempty"`
	Reason     string            `json:"reason,omitempty"` // why options decide for all reports what an officer would decide for each
	Zone       string            `json:"zone"`             // time zone of its civil days
	IDs        string            `json:"ids"`              // format of its IDs: letters stand for themselves, 0 for a digit
	ListZero   string            `json:"list_zero"`
	Unrated    bool              `json:"unrated,omitempty"` // nobody had a rating in list zero, as was said
	Contact    Contact           `json:"contact,omitzero"`

	TwoOfficers bool `json:"two_officers,omitempty"` // what changes published numbers takes two

	Times map[string]string `json:"times,omitempty"` // of routines, by ID, where they are not the usual ones
}

// Contact is how the public reaches the federation. All of it is public. Texts are in English,
// and in the language of the country where they differ. The zero value is nobody.
type Contact struct {
	Name         string `json:"name,omitempty"` // empty: the usual one of the authority
	NameLocal    string `json:"name_local,omitempty"`
	Address      string `json:"address,omitempty"` // of its office
	AddressLocal string `json:"address_local,omitempty"`
	Email        string `json:"email,omitempty"`
	Form         string `json:"form,omitempty"` // https address of a form for questions
	FormLocal    string `json:"form_local,omitempty"`
	Home         string `json:"home,omitempty"`   // https address of its own site
	Site         string `json:"site,omitempty"`   // address of the site that shows its ratings, without a slash at its end
	Portal       string `json:"portal,omitempty"` // address at which people sign in, and say that something is wrong, likewise

	Payment      string `json:"payment,omitempty"` // how fees are paid: the account, and what is to be named; clubs read it with what they owe
	PaymentLocal string `json:"payment_local,omitempty"`
}

// Missing reports whether nobody can be asked: there is neither an e-mail address nor a form.
func (c *Contact) Missing() bool { return c.Email+c.Form+c.FormLocal+c.Portal == "" }

// In returns what is for readers of a language.
func (c *Contact) In(lang string) Contact {
	chosen := *c
	if lang != "en" {
		chosen.Name, chosen.Address, chosen.Form = cmp.Or(c.NameLocal, c.Name), cmp.Or(c.AddressLocal, c.Address), cmp.Or(c.FormLocal, c.Form)
		chosen.Payment = cmp.Or(c.PaymentLocal, c.Payment)
	}
	return Contact{Name: cmp.Or(chosen.Name, c.NameLocal), Address: cmp.Or(chosen.Address, c.AddressLocal), Email: c.Email, Form: cmp.Or(chosen.Form, c.FormLocal), Home: c.Home, Site: c.Site, Portal: c.Portal, Payment: cmp.Or(chosen.Payment, c.PaymentLocal)}
}

// OtherFiles is how reports are taken that are not the authority's own file, where its
// text requires that (JCF23 4(1), Reading J29).
type OtherFiles string

// The ways. The zero value is WarnOfFiles.
const (
	WarnOfFiles   OtherFiles = "warn"
	AcceptFiles   OtherFiles = "accept"   // the authority has allowed them
	WithholdFiles OtherFiles = "withhold" // an officer decides on each
)

// WaysOfFiles returns all ways.
func WaysOfFiles() []OtherFiles { return []OtherFiles{WarnOfFiles, AcceptFiles, WithholdFiles} }

// authority is a rating authority that an installation can serve.
type authority struct {
	Name      string
	Text      string // the authority whose text applies, as named by regulation.About
	Zone, IDs string // the usual settings

	Names []string // under which it organises events, too
}

// Authorities are the authorities that an installation can serve. Those of Japan share one
// text and differ by name: that of the Japan Chess Federation belongs to the family of the
// National Chess Society.
var Authorities = []authority{
	{"ncs", "ncs", "Asia/Tokyo", "N00000000", []string{"National Chess Society", "National Chess Society of Japan"}},
	{"jcf", "ncs", "Asia/Tokyo", "N00000000", []string{"Japan Chess Federation", "日本チェス連盟"}},
	{"japan", "ncs", "Asia/Tokyo", "N00000000", nil},
	{"chessa", "chessa", "Africa/Johannesburg", "000000000", []string{"Chess South Africa"}},
	{"nscl", "nscl", "UTC", "S000000", nil},
}

// AuthorityNames returns the names of the authorities.
func AuthorityNames() []string {
	names := make([]string, len(Authorities))
	for i, a := range Authorities {
		names[i] = a.Name
	}
	return names
}

// NewSettings returns the usual settings of an authority, false if there is none of that
// name. Its regulation is the newest of its text.
func NewSettings(name string) (Settings, bool) {
	i := slices.IndexFunc(Authorities, func(a authority) bool { return a.Name == name })
	if i < 0 {
		return Settings{}, false
	}
	a := Authorities[i]
	return Settings{Authority: a.Name, Regulation: catalog.OfAuthority(a.Text), Zone: a.Zone, IDs: a.IDs}, true
}

// FirstEdition returns the edition that an installation can start with at the earliest: in a
// family the first that bears the authority's name, else its first. A regulation of one
// edition has none: it rates whatever it is given.
func (s *Settings) FirstEdition() (regulation.About, bool) {
	rules, err := catalog.Find(s.Regulation)
	if err != nil || !rules.IsFamily() {
		return regulation.About{}, false
	}
	first := rules.Editions[0].About()
	for _, e := range rules.Editions {
		if about := e.About(); strings.HasPrefix(about.ID, s.Authority+"-") {
			return about, true
		}
	}
	return first, true
}

// AllSettings holds the settings of the installation, under the empty key.
var AllSettings = Table[Settings]{"settings"}

// ReadSettings returns the settings of the installation.
func ReadSettings(r Reader) (*Settings, error) {
	if known, ok := r.(withSettings); ok {
		copied := *known.settings
		return &copied, nil
	}
	return AllSettings.Find(r, "", finding.Refuse("not-initialised"))
}

// Day returns the civil day of an instant in the authority's zone.
func (s *Settings) Day(t time.Time) civil.Date {
	year, month, day := s.Local(t).Date()
	return civil.Of(year, month, day)
}

// zones are the time zones that were read, by name: each is a file, and a report asks for its own several times.
var zones sync.Map

// Local returns an instant in the authority's time zone.
func (s *Settings) Local(t time.Time) time.Time {
	zone, known := zones.Load(s.Zone)
	if !known {
		read, err := time.LoadLocation(s.Zone)
		if err != nil {
			return t.UTC() // Init refuses unknown time zones
		}
		zone, _ = zones.LoadOrStore(s.Zone, read)
	}
	return t.In(zone.(*time.Location))
}

// Text returns the authority whose text applies, as named by regulation.About.
func (s *Settings) Text() string {
	for _, a := range Authorities {
		if a.Name == s.Authority {
			return a.Text
		}
	}
	return ""
}

// Rules returns the regulation with its options set.
func (s *Settings) Rules() (catalog.Regulation, error) {
	r, err := catalog.Find(s.Regulation)
	for name, value := range s.Options {
		if err == nil {
			r, err = r.With(name, value)
		}
	}
	return r, err
}

// IDPattern returns the pattern that IDs match.
func (s *Settings) IDPattern() *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s.IDs), "0", "[0-9]") + "$")
}

// NewID formats a number as an ID.
func (s *Settings) NewID(n int) string {
	letters := strings.TrimRight(s.IDs, "0")
	return fmt.Sprintf("%s%0*d", letters, len(s.IDs)-len(letters), n)
}

// Names returns the names of the authority itself, which may organise events, too: all of those
// that share its text.
func (s *Settings) Names() (names []string) {
	for _, a := range Authorities {
		if a.Text == s.Text() {
			names = append(append(names, a.Name), a.Names...)
		}
	}
	return names
}
