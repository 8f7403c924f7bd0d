package bureau

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Settings is what an installation is.
type Settings struct {
	Authority  string            `json:"authority"`  // "ncs", "jcf", "japan", "chessa" or "nscl"
	Regulation string            `json:"regulation"` // the edition or family by which it rates
	Options    map[string]string `json:"options,omitempty"`
	Zone       string            `json:"zone"` // by whose civil days it lives
	IDs        string            `json:"ids"`  // how its IDs look: letters as they are, a 0 for each digit
	ListZero   string            `json:"list_zero"`
}

// authority is one that an installation can serve.
type authority struct {
	Settings        // as they are unless others are wanted
	text     string // the authority whose text it works by, as regulation.About has it
	First    string // ID of the edition before which it does not begin; empty: it may begin at any time
}

// The authorities of Japan work by one text and differ by name: that of the Japan
// Chess Federation stands in the family of that of the National Chess Society.
var (
	japan       = Settings{Regulation: "japan", Zone: "Asia/Tokyo", IDs: "N00000000"}
	Authorities = map[string]authority{
		"ncs":    {japan, "ncs", "ncs-2022"},
		"jcf":    {japan, "ncs", "jcf-2023"},
		"japan":  {japan, "ncs", "ncs-2022"},
		"chessa": {Settings{Regulation: "chessa-2015", Zone: "Africa/Johannesburg", IDs: "000000000"}, "chessa", ""},
		"nscl":   {Settings{Regulation: "nscl", Zone: "UTC", IDs: "S000000"}, "nscl", ""},
	}
)

// AllSettings holds the settings of the installation, under the empty key.
var AllSettings = Table[Settings]{"settings"}

// ReadSettings returns the settings of the installation.
func ReadSettings(r Reader) (*Settings, error) {
	s, err := AllSettings.Get(r, "")
	if err == nil && s == nil {
		err = finding.Refuse("not-initialised")
	}
	return s, err
}

// Day returns the civil day of an instant in the authority's zone.
func (s *Settings) Day(t time.Time) civil.Date {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC // Init has refused a zone that is not known
	}
	year, month, day := t.In(zone).Date()
	return civil.Of(year, month, day)
}

// Local returns an instant as the authority's clocks show it.
func (s *Settings) Local(t time.Time) time.Time {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return t.In(zone)
	}
	return t.UTC()
}

// Text returns the authority by whose text the installation works, as
// regulation.About has it.
func (s *Settings) Text() string { return Authorities[s.Authority].text }

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

// IDPattern returns the form of an ID.
func (s *Settings) IDPattern() *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s.IDs), "0", "[0-9]") + "$")
}

// NewID writes a number as an ID.
func (s *Settings) NewID(n int) string {
	letters := strings.TrimRight(s.IDs, "0")
	return fmt.Sprintf("%s%0*d", letters, len(s.IDs)-len(letters), n)
}

// Names returns the names of the authority itself, folded: it may organise events, too.
func (s *Settings) Names() []string { return []string{s.Authority, s.Text()} }
