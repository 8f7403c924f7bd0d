// Package lines reads text with lines of bounded length, for CSV readers.
package lines

import (
	"bufio"
	"fmt"
	"io"
)

// Max is the longest line, in bytes.
const Max = 64 << 10

// TooLong is the error for a line longer than Max.
type TooLong struct{ Line int } // from 1

// Error names the line.
func (e *TooLong) Error() string { return fmt.Sprintf("line %d is too long", e.Line) }

// Reader returns a reader of the text without a leading UTF-8 byte order mark.
// It fails at a line that is too long.
func Reader(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	if mark, err := b.Peek(3); err == nil && string(mark) == "\uFEFF" {
		_, _ = b.Discard(3) // already peeked
	}
	return &reader{r: b}
}

type reader struct {
	r          io.Reader
	line, size int
}

func (l *reader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for _, c := range p[:n] {
		l.size++
		if c == '\n' {
			l.line, l.size = l.line+1, 0
		}
		if l.size > Max {
			return 0, &TooLong{l.line + 1}
		}
	}
	return n, err
}
