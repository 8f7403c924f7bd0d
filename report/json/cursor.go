package json

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
)

// maxDepth is the maximum depth of nested arrays and objects. A report has six.
const maxDepth = 100

// cursor walks through a JSON text value by value and tracks the place.
type cursor struct {
	finding.Collector
	text    string
	in      *json.Decoder
	at      int // offset of the current value
	located int // the last offset located
	placed  finding.At
	err     error
}

func newCursor(text, file string) *cursor {
	c := &cursor{Collector: finding.Collector{File: file}, text: text, in: json.NewDecoder(strings.NewReader(text)), placed: start}
	c.in.UseNumber()
	return c
}

// start is the place of offset 0.
var start = finding.At{Line: 1, Column: 1}

// place returns the line and column of an offset. It counts from the previous
// offset, because offsets are requested in ascending order, except the last one
// of a broken text.
func (c *cursor) place(offset int) finding.At {
	if offset < c.located {
		c.located, c.placed = 0, start
	}
	passed := c.text[c.located:offset]
	if end := strings.LastIndexByte(passed, '\n'); end >= 0 {
		c.placed.Line += int32(strings.Count(passed, "\n"))
		c.placed.Column = 1
		passed = passed[end+1:]
	}
	c.placed.Column += int32(utf8.RuneCountInString(passed))
	c.located = offset
	return c.placed
}

// here returns the place of the current value.
func (c *cursor) here() finding.At { return c.place(c.at) }

// next returns the place of the next value.
func (c *cursor) next() finding.At { return c.place(c.skip()) }

// token returns the next token, nil once the text is broken.
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

// skip returns the offset of the next token.
func (c *cursor) skip() int {
	offset := int(c.in.InputOffset())
	for offset < len(c.text) && strings.IndexByte(" \t\r\n,:", c.text[offset]) >= 0 {
		offset++
	}
	return offset
}

// stop refuses the whole report and ends reading.
func (c *cursor) stop(f finding.Finding) {
	if c.err == nil {
		c.err = errStopped
		c.Add(f)
	}
}

var errStopped = errors.New("json: the report is refused")

// broken adds the finding for text that is not valid JSON.
func (c *cursor) broken(err error) {
	c.err = err
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.Add(finding.Refusal("json-truncated", c.place(len(c.text))))
		return
	}
	c.Add(finding.Refusal("not-json", c.here()))
}

// wrong adds the finding for a value of the wrong type, and skips it.
func (c *cursor) wrong(t json.Token, needed string) {
	if c.err != nil {
		return
	}
	c.Add(finding.Refusal("value-wrong", c.here(), finding.Text("form", needed), finding.Quoted("text", fmt.Sprint(t))))
	c.rest(t)
}

// rest skips the rest of a value whose first token was read.
func (c *cursor) rest(t json.Token) {
	for depth := delta(t); depth > 0 && c.err == nil; {
		if depth > maxDepth {
			c.stop(finding.Refusal("json-too-deep", c.here(), finding.Int("limit", maxDepth)))
			return
		}
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
// It returns false for an unknown key, which is reported as information.
func (c *cursor) object(field func(key string) bool) {
	t := c.token()
	if t != json.Delim('{') {
		c.wrong(t, "object")
		return
	}
	var known []string
	for c.more() {
		key, _ := c.token().(string)
		if c.err != nil {
			return
		}
		at := c.at
		if slices.Contains(known, key) {
			c.Add(finding.Refusal("key-repeated", c.here(), finding.Text("key", key)))
		}
		if !field(key) {
			c.Add(finding.New("key-unknown", finding.Info, c.place(at), finding.Text("key", key)))
			c.rest(c.token())
		} else if !slices.Contains(known, key) {
			known = append(known, key)
		}
	}
	c.token()
}

// more reports whether the current object or array has another value, and
// reading goes on.
func (c *cursor) more() bool {
	if c.err == nil && c.Full() {
		c.err = errStopped
	}
	return c.err == nil && c.in.More()
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
	for c.more() {
		item()
	}
	c.token()
}

// string reads a string; null is an empty one.
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

// whole formats a whole number without the ".0" that some programs append.
func whole(n json.Number) string { return strings.TrimSuffix(n.String(), ".0") }

// parse reads a string, or a number as written, and parses it; form names the
// expected form. Null and an empty string are ignored.
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
		c.Add(finding.Refusal("value-impossible", c.here(), finding.Quoted("text", text), finding.Text("form", form)))
	}
}
