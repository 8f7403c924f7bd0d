package simulation

import (
	"bytes"
	"context"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// What a person can ask for.

// anonymise takes somebody's name out of the register.
func (l *Life) anonymise() *deed {
	if l.dice.IntN(3) > 0 {
		return nil
	}
	id := l.anybody()
	return &deed{reach: reachAny, about: id, do: func(ctx context.Context) error {
		return privacy.Anonymise(ctx, l.desk, id, "asked for")
	}, after: func(changed changes, _ error) { l.forgotten(id, changed) }}
}

// erase takes somebody out of the register and the reports, who does not play
// any more. Now and then it is somebody who has merged with another.
func (l *Life) erase() *deed {
	if l.dice.IntN(3) > 0 {
		return nil
	}
	id := l.anybody()
	if len(l.known.merged) > 0 && l.dice.IntN(4) == 0 {
		id = pick(l.dice, l.known.merged...)
	}
	return &deed{reach: reachAny, about: id, do: func(ctx context.Context) error {
		_, err := privacy.Erase(ctx, l.desk, id, "asked for")
		return err
	}, after: func(changed changes, _ error) {
		l.forgotten(id, changed)
		if changed != nil {
			l.erasedFrom(id)
		}
	}}
}

// forgotten sees that nothing personal is kept of somebody.
func (l *Life) forgotten(id string, changed changes) {
	if changed == nil {
		return
	}
	l.view(func(r bureau.Reader) error {
		card, err := register.CardOf(r, id)
		if err != nil {
			return err
		}
		l.known.players[card.ID] = false
		l.known.forgotten[card.ID], l.known.forgotten[id] = true, true
		if card.Name+card.NameLocal+card.Kana+card.Email+card.Guardian+card.Club+card.FideID != "" || card.Birth != 0 || !card.Erased {
			l.fail("who asks for it is forgotten", "%s is still known as %+v", id, card)
		}
		return nil
	})
	if p, found := l.world.ByID(id); found {
		p.Joined = l.today() + 100*year
	}
}

// erasedFrom sees that no report that names somebody's ID can be read as it
// came any more, and notes which those are.
func (l *Life) erasedFrom(id string) {
	l.view(func(r bureau.Reader) error {
		for _, ref := range l.known.refs {
			for revision, data := range l.known.files[ref] {
				kept, err := bureautest.Received(r, ref, revision)
				if err != nil {
					return err
				}
				if kept == nil {
					delete(l.known.files[ref], revision)
				} else if bytes.Contains(data, []byte(id)) {
					l.fail("bytes of an erased person are destroyed", "report %s names %s, and can be read", ref, id)
				}
			}
		}
		return nil
	})
}

// guardian begins the name of everybody's guardian.
const guardian = "Canary Guardian "

// private are the kinds of documents that may hold what nobody may see; the days
// of memberships may be those of a birth by chance. What reports state of players has births.
var private = map[string]bool{"person": true, "inquirer": true, "club-contact": true, "membership": true, "player-stated": true}

// secret sees that no document that is not private holds a birth, an address, a
// guardian, or who inquires.
func (l *Life) secret(changed changes) {
	for kind, keys := range changed {
		if private[kind] {
			continue
		}
		for _, key := range keys {
			if word := l.sings(l.ledger.documents[kind][key]); word != "" {
				l.fail("nothing personal is kept beside", "%s %q holds %q", kind, key, word)
			}
		}
	}
}

// sings returns what a text tells of a person, nothing if it tells nothing.
func (l *Life) sings(text string) string {
	for _, word := range []string{"@example.", guardian, "Inquiring Canary", "My rating is wrong."} {
		if strings.Contains(text, word) {
			return word
		}
	}
	const day = "2006-01-02"
	for at := 4; at+len(day)-4 <= len(text); at++ {
		if text[at] == '-' && text[at+3] == '-' && l.world.births[text[at-4:at+6]] {
			return text[at-4 : at+6]
		}
	}
	return ""
}
