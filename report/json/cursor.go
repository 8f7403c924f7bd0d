package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
)

// cursor walks through a JSON text value by value and knows where it stands.
type cursor struct {
	finding.Collector
	text    []byte
	in      *json.Decoder
	at      int // offset of the value at hand
	located int // the offset whose place was last asked for
	placed  finding.At
	err     error
}

func newCursor(text []byte, file string) *cursor {
	c := &cursor{Collector: finding.Collector{File: file}, text: text, in: json.NewDecoder(bytes.NewReader(text)), placed: start}
	c.in.UseNumber()
	return c
}

// start is the place of the offset 0.
var start = finding.At{Line: 1, Column: 1}

// place returns the line and column of an offset. It counts on from the offset
// before: offsets are asked for in rising order, but for the last one when the
// text is broken off.
func (c *cursor) place(offset int) finding.At {
	if offset < c.located {
		c.located, c.placed = 0, start
	}
	passed := c.text[c.located:offset]
	if end := bytes.LastIndexByte(passed, '\n'); end >= 0 {
		c.placed.Line += int32(bytes.Count(passed, []byte("\n")))
		c.placed.Column = 1
		passed = passed[end+1:]
	}
	c.placed.Column += int32(utf8.RuneCount(passed))
	c.located = offset
	return c.placed
}

// here gives the place of the value at hand.
func (c *cursor) here() finding.At { return c.place(c.at) }

// next gives the place of the value that comes next.
func (c *cursor) next() finding.At { return c.place(c.skip()) }

// token gives the next token; nil once the text is broken.
func (c *cursor) token() json.Token {
	if c.err != nil {
		return nil
	}
	c.at = c.skip()
	t, err := c.in.Token()
	if err != nil {
		c.broken(err)
		return nil
	}
	return t
}

// skip gives the offset of the next token.
func (c *cursor) skip() int {
	offset := int(c.in.InputOffset())
	for offset < len(c.text) && bytes.IndexByte([]byte(" \t\r\n,:"), c.text[offset]) >= 0 {
		offset++
	}
	return offset
}

// broken says why the text is no JSON.
func (c *cursor) broken(err error) {
	c.err = err
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.Add(finding.Refusal("json-truncated", c.place(len(c.text))))
		return
	}
	c.Add(finding.Refusal("not-json", c.here()))
}

// wrong says that a value has not the type that it must have, and skips it.
func (c *cursor) wrong(t json.Token, needed string) {
	if c.err != nil {
		return
	}
	c.Add(finding.Refusal("value-wrong", c.here(), finding.Text("form", needed), finding.Text("text", strconv.QuoteToGraphic(fmt.Sprint(t)))))
	c.rest(t)
}

// rest skips what is left of a value whose first token was read.
func (c *cursor) rest(t json.Token) {
	for depth := delta(t); depth > 0 && c.err == nil; {
		depth += delta(c.token())
	}
}

func delta(t json.Token) int {
	switch t {
	case json.Delim('{'), json.Delim('['):
		return 1
	case json.Delim('}'), json.Delim(']'):
		return -1
	}
	return 0
}

// object reads an object and calls field for each key; field reads the value.
// It gives false for a key that it does not know: that is kept as information.
func (c *cursor) object(field func(key string) bool) {
	t := c.token()
	if t != json.Delim('{') {
		c.wrong(t, "object")
		return
	}
	seen := map[string]bool{}
	for c.err == nil && c.in.More() {
		key, _ := c.token().(string)
		if seen[key] {
			c.Add(finding.Refusal("key-repeated", c.here(), finding.Text("key", key)))
		}
		seen[key] = true
		at := c.here()
		if !field(key) {
			c.Add(finding.New("key-unknown", finding.Info, at, finding.Text("key", key)))
			c.rest(c.token())
		}
		if c.Full() && c.err == nil {
			c.err = errors.New("too many findings")
		}
	}
	c.token()
}

// array reads an array and calls item for each of its items.
func (c *cursor) array(item func()) {
	t := c.token()
	if t == nil && c.err == nil {
		return // null
	}
	if t != json.Delim('[') {
		c.wrong(t, "array")
		return
	}
	for c.err == nil && c.in.More() {
		item()
		if c.Full() && c.err == nil {
			c.err = errors.New("too many findings")
		}
	}
	c.token()
}

// text reads a string; null is an empty one.
func (c *cursor) string(to *string) {
	switch t := c.token().(type) {
	case string:
		*to = t
	case nil:
	default:
		c.wrong(t, "string")
	}
}

// bool reads true or false; null is false.
func (c *cursor) bool(to *bool) {
	switch t := c.token().(type) {
	case bool:
		*to = t
	case nil:
	default:
		c.wrong(t, "boolean")
	}
}

// int reads a whole number; null is zero.
func (c *cursor) int(to *int) {
	switch t := c.token().(type) {
	case json.Number:
		n, err := json.Number(whole(t)).Int64()
		if err != nil || n < -1<<31 || n > 1<<31-1 {
			c.wrong(t, "integer")
			return
		}
		*to = int(n)
	case nil:
	default:
		c.wrong(t, "integer")
	}
}

// whole writes a whole number without the ".0" that some programs put behind
// it.
func whole(n json.Number) string { return strings.TrimSuffix(n.String(), ".0") }

// parse reads a string, or a number as it is written, with a parser; form says
// what it must be. Null and an empty string are left out.
func (c *cursor) parse(form string, parser func(string) error) {
	var text string
	switch t := c.token().(type) {
	case string:
		text = t
	case json.Number:
		text = whole(t)
	case nil:
	default:
		c.wrong(t, "string")
		return
	}
	if text == "" {
		return
	}
	if err := parser(text); err != nil {
		c.Add(finding.Refusal("value-impossible", c.here(), finding.Text("text", strconv.QuoteToGraphic(text)), finding.Text("form", form)))
	}
}
