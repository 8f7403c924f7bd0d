// Package wire reads packed bytes: variable-length numbers and texts as written
// by encoding/binary. A Reader never panics and never allocates more than the
// bytes can contain. After an error it has failed and returns zeros.
package wire

import "encoding/binary"

// Reader reads packed bytes from the front.
type Reader struct {
	Data   []byte // the rest
	failed bool
}

// Failed reports whether the bytes were malformed.
func (r *Reader) Failed() bool { return r.failed }

// Fail marks the bytes as malformed.
func (r *Reader) Fail() { r.Data, r.failed = nil, true }

// Take returns the next n bytes.
func (r *Reader) Take(n int) []byte {
	if n < 0 || n > len(r.Data) {
		r.Fail()
		return nil
	}
	taken := r.Data[:n]
	r.Data = r.Data[n:]
	return taken
}

// Byte returns the next byte.
func (r *Reader) Byte() uint8 {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint returns the next unsigned number.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.Data)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.Data = r.Data[n:]
	return v
}

// Int returns the next signed number.
func (r *Reader) Int() int64 {
	v, n := binary.Varint(r.Data)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.Data = r.Data[n:]
	return v
}

// Skip passes over the next n numbers, signed or not.
func (r *Reader) Skip(n int) {
	for at, b := range r.Data {
		if n == 0 {
			r.Data = r.Data[at:]
			return
		}
		if b < 1<<7 { // the last byte of a number
			n--
		}
	}
	if r.Data = nil; n > 0 {
		r.Fail()
	}
}

// Count returns the next number, as a count of items of at least size bytes
// each.
func (r *Reader) Count(size int) int {
	n := r.Uint()
	if n > uint64(len(r.Data)/size) {
		r.Fail()
		return 0
	}
	return int(n)
}

// Text returns the next text.
func (r *Reader) Text() string { return string(r.Take(r.Count(1))) }

// AppendText appends a text with its length.
func AppendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// Flag returns bit if set is true, else zero.
func Flag(set bool, bit uint8) uint8 {
	if set {
		return bit
	}
	return 0
}
