package json

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/arpadchess/arpad/finding"
)

// maxDepth is the maximum depth of nested arrays and objects. A report has six.
const maxDepth = 100

// cursor walks through a JSON text value by value and tracks the place.
type cursor struct {
	finding.Collector
	text    string
	in      *jsontext.Decoder
	at      int      // offset of the current value
	known   []string // the keys of the current objects, of the outer one first
	located int      // the last offset located
	placed  finding.At
	err     error
}

func newCursor(text, file string) *cursor {
	// What other programs write may repeat a key, which is reported, and hold bytes that
	// are not UTF-8, which are replaced.
	in := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return &cursor{Collector: finding.Collector{File: file}, text: text, in: in, placed: start}
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

// The kinds of values, as their tokens begin; none once the text is broken.
const (
	null, yes, no, quoted, number = 'n', 't', 'f', '"', '0'
	object, array                 = '{', '['
	objectEnd, arrayEnd           = '}', ']'
	none                          = jsontext.Kind(0)
)

// token reads the next token, and returns what it begins.
func (c *cursor) token() jsontext.Kind {
	if c.err != nil {
		return none
	}
	c.at = c.skip()
	t, err := c.in.ReadToken()
	if err != nil {
		c.broken(err)
		return none
	}
	return t.Kind()
}

// words returns the text of the current token: what a string says, and anything else as it
// is written. It may be a part of the whole text.
func (c *cursor) words() string {
	written := c.text[c.at:c.in.InputOffset()]
	if !strings.HasPrefix(written, `"`) {
		return written
	}
	if said := written[1 : len(written)-1]; strings.IndexByte(said, '\\') < 0 && utf8.ValidString(said) {
		return said
	}
	said, _ := jsontext.AppendUnquote(nil, written) // bytes that are not UTF-8 are replaced, which is the only error
	return string(said)
}

// skip returns the offset of the next token.
func (c *cursor) skip() int {
	offset := int(c.in.InputOffset())
	for ; offset < len(c.text); offset++ {
		switch c.text[offset] {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return offset
		}
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

// wrong adds the finding for a current value of the wrong type, and skips it.
func (c *cursor) wrong(kind jsontext.Kind, needed string) {
	if c.err != nil {
		return
	}
	c.Add(finding.Refusal("value-wrong", c.here(), finding.Text("form", needed), finding.Quoted("text", strings.Clone(c.words()))))
	c.rest(kind)
}

// rest skips the rest of a value whose first token was read.
func (c *cursor) rest(kind jsontext.Kind) {
	for depth := delta(kind); depth > 0 && c.err == nil; {
		if depth > maxDepth {
			c.stop(finding.Refusal("json-too-deep", c.here(), finding.Int("limit", maxDepth)))
			return
		}
		depth += delta(c.token())
	}
}

func delta(kind jsontext.Kind) int {
	switch kind {
	case object, array:
		return 1
	case objectEnd, arrayEnd:
		return -1
	}
	return 0
}

// object reads an object and calls field for each key; field reads the value.
// It returns false for an unknown key, which is reported as information.
func (c *cursor) object(field func(key string) bool) {
	if kind := c.token(); kind != object {
		c.wrong(kind, "object")
		return
	}
	first := len(c.known)
	for c.more() {
		if c.token(); c.err != nil {
			return
		}
		key, at := c.words(), c.at
		repeated := slices.Contains(c.known[first:], key)
		if repeated {
			c.Add(finding.Refusal("key-repeated", c.here(), finding.Text("key", strings.Clone(key))))
		}
		if !field(key) {
			c.Add(finding.New("key-unknown", finding.Info, c.place(at), finding.Text("key", strings.Clone(key))))
			c.rest(c.token())
		} else if !repeated {
			c.known = append(c.known, key)
		}
	}
	c.known = c.known[:first]
	c.token()
}

// more reports whether the current object or array has another value, and
// reading goes on.
func (c *cursor) more() bool {
	if c.err == nil && c.Full() {
		c.err = errStopped
	}
	if c.err != nil {
		return false
	}
	next := c.in.PeekKind()
	return next != none && next != objectEnd && next != arrayEnd
}

// array reads an array and calls item for each of its items.
func (c *cursor) array(item func()) {
	switch kind := c.token(); kind {
	case null:
		return
	case array:
	default:
		c.wrong(kind, "array")
		return
	}
	for c.more() {
		item()
	}
	c.token()
}

// string reads a string; null is an empty one.
func (c *cursor) string(to *string) {
	switch kind := c.token(); kind {
	case quoted:
		*to = strings.Clone(c.words())
	case null:
	default:
		c.wrong(kind, "string")
	}
}

// bool reads true or false; null is false.
func (c *cursor) bool(to *bool) {
	switch kind := c.token(); kind {
	case yes, no:
		*to = kind == yes
	case null:
	default:
		c.wrong(kind, "boolean")
	}
}

// int reads a whole number; null is zero.
func (c *cursor) int(to *int) {
	switch kind := c.token(); kind {
	case number:
		n, err := strconv.ParseInt(whole(c.words()), 10, 32)
		if err != nil {
			c.wrong(kind, "integer")
			return
		}
		*to = int(n)
	case null:
	default:
		c.wrong(kind, "integer")
	}
}

// whole formats a whole number without the ".0" that some programs append.
func whole(number string) string { return strings.TrimSuffix(number, ".0") }

// parse reads a string, or a number as written, and parses it; form names the
// expected form. Null and an empty string are ignored.
func (c *cursor) parse(form string, parser func(string) error) {
	var text string
	switch kind := c.token(); kind {
	case quoted:
		text = c.words()
	case number:
		text = whole(c.words())
	case null:
	default:
		c.wrong(kind, "string")
		return
	}
	if text == "" {
		return
	}
	if err := parser(text); err != nil {
		c.Add(finding.Refusal("value-impossible", c.here(), finding.Quoted("text", strings.Clone(text)), finding.Text("form", form)))
	}
}
