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

// Settings are the settings of an installation.
type Settings struct {
	Authority  string            `json:"authority"`  // "ncs", "jcf", "japan", "chessa" or "nscl"
	Regulation string            `json:"regulation"` // ID of the edition or family in use
	Options    map[string]string `json:"options,omitempty"`
	OtherFiles OtherFiles        `json:"other_files,omitempty"`
	Reason     string            `json:"reason,omitempty"` // why options decide for all reports what an officer would decide for each
	Zone       string            `json:"zone"`             // time zone of its civil days
	IDs        string            `json:"ids"`              // format of its IDs: letters stand for themselves, 0 for a digit
	ListZero   string            `json:"list_zero"`
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

// authority is a rating authority that an installation can serve.
type authority struct {
	Settings        // defaults
	text     string // the authority whose text applies, as named by regulation.About
	First    string // ID of the earliest edition it can start with; empty: any
}

// The authorities of Japan share one text and differ by name: that of the Japan
// Chess Federation belongs to the family of the National Chess Society.
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
	if known, ok := r.(withSettings); ok {
		copied := *known.settings
		return &copied, nil
	}
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
		zone = time.UTC // Init refuses unknown time zones
	}
	year, month, day := t.In(zone).Date()
	return civil.Of(year, month, day)
}

// Local returns an instant in the authority's time zone.
func (s *Settings) Local(t time.Time) time.Time {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return t.In(zone)
	}
	return t.UTC()
}

// Text returns the authority whose text applies, as named by regulation.About.
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

// IDPattern returns the pattern that IDs match.
func (s *Settings) IDPattern() *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s.IDs), "0", "[0-9]") + "$")
}

// NewID formats a number as an ID.
func (s *Settings) NewID(n int) string {
	letters := strings.TrimRight(s.IDs, "0")
	return fmt.Sprintf("%s%0*d", letters, len(s.IDs)-len(letters), n)
}

// Names returns the folded names of the authority itself, which may organise
// events, too.
func (s *Settings) Names() []string { return []string{s.Authority, s.Text()} }
