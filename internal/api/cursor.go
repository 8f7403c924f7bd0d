package api

import (
	"encoding/base64"
	"encoding/json"
	"net/url"

	"github.com/arpadchess/arpad/finding"
)

// cursorForm begins a cursor, and changes with its form.
const cursorForm = "1."

// pageCursor is where the next part of a list begins. It names the revision, so that the
// walk goes on in the same list whatever is published meanwhile.
type pageCursor struct {
	Label    string    `json:"l"`
	Revision int       `json:"r"`
	Type     string    `json:"t"`
	Chosen   Selection `json:"s"`
	Offset   int       `json:"o"`
	Limit    int       `json:"n"`
}

// eventCursor is after which event the next part begins, in the lists up to a publication.
type eventCursor struct {
	Seq    int         `json:"p"`
	End    string      `json:"e"`
	Ref    string      `json:"r"`
	Limit  int         `json:"n"`
	Chosen EventChoice `json:"s"`
}

// cursor returns a cursor as a text.
func cursor(of any) (string, error) {
	text, err := json.Marshal(of)
	return cursorForm + base64.RawURLEncoding.EncodeToString(text), err
}

// readCursor reads a cursor.
func readCursor(text string, to any) error {
	refused := finding.Refuse("cursor-unknown")
	if len(text) < len(cursorForm) || text[:len(cursorForm)] != cursorForm {
		return refused
	}
	body, err := base64.RawURLEncoding.DecodeString(text[len(cursorForm):])
	if err != nil || json.Unmarshal(body, to) != nil {
		return refused
	}
	return nil
}

// next has the answer lead to its next part.
func (v *visit) next(path string, of any) error {
	text, err := cursor(of)
	if err != nil {
		return err
	}
	query := url.Values{"cursor": {text}}
	if v.lang != "" {
		query.Set("lang", v.lang)
	}
	v.links = append(v.links, "<"+Root+path+"?"+query.Encode()+`>; rel="next"`)
	return nil
}
