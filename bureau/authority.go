package bureau

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
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
	first    string // ID of the edition before which it does not begin; empty: it may begin at any time
}

// The authorities of Japan work by one text and differ by name: that of the Japan
// Chess Federation stands in the family of that of the National Chess Society.
var (
	japan       = Settings{Regulation: "japan", Zone: "Asia/Tokyo", IDs: "N00000000"}
	authorities = map[string]authority{
		"ncs":    {japan, "ncs", "ncs-2022"},
		"jcf":    {japan, "ncs", "jcf-2023"},
		"japan":  {japan, "ncs", "ncs-2022"},
		"chessa": {Settings{Regulation: "chessa-2015", Zone: "Africa/Johannesburg", IDs: "000000000"}, "chessa", ""},
		"nscl":   {Settings{Regulation: "nscl", Zone: "UTC", IDs: "S000000"}, "nscl", ""},
	}
)

var allSettings = table[Settings]{"settings"}

// settings gives the settings of the installation.
func settings(r Reader) (*Settings, error) {
	s, err := allSettings.get(r, "")
	if err == nil && s == nil {
		err = refuse("not-initialised")
	}
	return s, err
}

// day gives the civil day of an instant in the authority's zone.
func (s *Settings) day(t time.Time) civil.Date {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC // Init has refused a zone that is not known
	}
	year, month, day := t.In(zone).Date()
	return civil.Of(year, month, day)
}

// Local gives an instant as the authority's clocks show it.
func (s *Settings) Local(t time.Time) time.Time {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return t.In(zone)
	}
	return t.UTC()
}

// Day gives the civil day of an instant for the authority.
func (s *Settings) Day(t time.Time) civil.Date { return s.day(t) }

// Text returns the authority by whose text the installation works, as
// regulation.About has it.
func (s *Settings) Text() string { return authorities[s.Authority].text }

// rules gives the regulation with its options set.
func (s *Settings) rules() (catalog.Regulation, error) {
	r, err := catalog.Find(s.Regulation)
	for name, value := range s.Options {
		if err == nil {
			r, err = r.With(name, value)
		}
	}
	return r, err
}

// idPattern gives the form of an ID.
func (s *Settings) idPattern() *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s.IDs), "0", "[0-9]") + "$")
}

// newID writes a number as an ID.
func (s *Settings) newID(n int) string {
	letters := strings.TrimRight(s.IDs, "0")
	return fmt.Sprintf("%s%0*d", letters, len(s.IDs)-len(letters), n)
}

// Init makes an installation out of an empty store: it serves one authority,
// and starts from a list that exists ("list zero"), whose label is that of the
// list in force.
func (b *Bureau) Init(ctx context.Context, wanted Settings, players []roster.Player, list *roster.List) error {
	known, ok := authorities[wanted.Authority]
	if !ok {
		return refuse("authority-unknown", finding.Text("authority", wanted.Authority))
	}
	s := known.Settings
	s.Authority, s.Options, s.ListZero = wanted.Authority, wanted.Options, wanted.ListZero
	if wanted.Zone != "" {
		s.Zone = wanted.Zone
	}
	if wanted.IDs != "" {
		s.IDs = wanted.IDs
	}
	if _, err := time.LoadLocation(s.Zone); err != nil {
		return refuse("zone-unknown", finding.Text("zone", s.Zone))
	}
	if err := s.mayBegin(b.Today(&s)); err != nil {
		return err
	}
	return b.update(ctx, func(w Writer) error {
		if old, err := allSettings.get(w, ""); err != nil || old != nil {
			if err == nil {
				err = refuse("already-initialised", finding.Text("authority", old.Authority))
			}
			return err
		}
		if err := allSettings.put(w, "", &s); err != nil {
			return err
		}
		tx, err := b.begin(ctx, w)
		if err != nil {
			return err
		}
		if err := tx.log("init", s.Authority, "", &s); err != nil {
			return err
		}
		return tx.listZero(players, list)
	})
}

// listZero keeps the players of the opening list, and the list as the one from
// which the first period starts.
func (tx *Tx) listZero(players []roster.Player, list *roster.List) error {
	reg, pattern := tx.registrar(), tx.Settings.idPattern()
	for i := range players {
		p := &players[i]
		if !pattern.MatchString(p.ID) {
			return refuse("id-form", finding.Text("id", p.ID), finding.Text("pattern", tx.Settings.IDs))
		}
		if err := reg.add(fromRoster(p)); err != nil {
			return err
		}
		if p.Member == (civil.Range{}) {
			continue
		}
		m := &Membership{Player: p.ID, Days: p.Member}
		if err := memberships.put(tx, membershipKey(m), m); err != nil {
			return err
		}
	}
	if err := reg.close(); err != nil {
		return err
	}
	run := &Run{Label: tx.Settings.ListZero, List: list.From, At: tx.Now, Actor: tx.Actor}
	if err := tx.keepRun(run, list.Standings, nil); err != nil {
		return err
	}
	if _, err := tx.publish(run, causeZero); err != nil {
		return err
	}
	return tx.follow(run)
}
