package mailbox

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// tnefMark is how a winmail.dat begins, in which Outlook sends attachments to whoever it takes for another Outlook.
var tnefMark = []byte{0x78, 0x9f, 0x3e, 0x22}

// The attributes and properties of TNEF that are read.
const (
	tnefCodePage   = 0x9007 // of texts
	tnefAttachment = 0x9002 // one begins
	tnefTitle      = 0x8010 // its name of 8 + 3 letters
	tnefData       = 0x800f
	tnefProperties = 0x9005

	tnefFileName = 0x3704
	tnefLongName = 0x3707
	tnefObject   = 0x3701 // a message within the message
)

// tnef returns the attachments in a winmail.dat, and messages that are attached, each again as TNEF; and whether
// that is all of it.
func tnef(data []byte) (files []File, whole bool) {
	if !bytes.HasPrefix(data, tnefMark) || len(data) < 6 {
		return nil, false
	}
	in := &bits{data[6:]}
	charset := ""
	for in.left() > 0 {
		in.take(1) // of the message, or of an attachment
		id, size := in.number(4)&0xffff, in.number(4)
		value := in.take(size)
		in.take(2) // a checksum
		if value == nil {
			return files, false
		}
		if id == tnefAttachment {
			files = append(files, File{})
		}
		if id == tnefCodePage && len(value) >= 4 && binary.LittleEndian.Uint32(value) == 932 {
			charset = "shift_jis"
		}
		if len(files) == 0 {
			continue
		}
		f := &files[len(files)-1]
		switch id {
		case tnefTitle:
			if f.Name == "" {
				f.Name = decode(strings.TrimRight(string(value), "\x00"), charset)
			}
		case tnefData:
			f.Data = value
		case tnefProperties:
			f.properties(value, charset)
		}
	}
	return files, true
}

// properties reads the name of an attachment, and what it is, in its properties.
func (f *File) properties(data []byte, charset string) {
	in := &bits{data}
	for n := in.number(4); n > 0 && in.left() > 0; n-- {
		kind, id := in.number(2), in.number(2)
		if id >= 0x8000 { // it has a name
			in.take(16)
			if in.number(4) == 1 {
				in.padded()
			} else {
				in.take(4)
			}
		}
		values := 1
		variable := kind&0xfff == 0x1e || kind&0xfff == 0x1f || kind&0xfff == 0x102 || kind&0xfff == 0x0d
		if variable || kind&0x1000 != 0 {
			values = in.number(4)
		}
		for ; values > 0 && in.left() > 0; values-- {
			if !variable {
				in.take(map[int]int{5: 8, 6: 8, 7: 8, 0x14: 8, 0x40: 8, 0x48: 16}[kind&0xfff])
				if !strings.ContainsRune("\x05\x06\x07\x14\x40\x48", rune(kind&0xfff)) {
					in.take(4)
				}
				continue
			}
			value := in.padded()
			switch {
			case id == tnefLongName || id == tnefFileName && f.Name == "":
				if name := tnefText(value, kind, charset); name != "" {
					f.Name = name
				}
			case id == tnefObject && kind&0xfff == 0x0d && len(value) > 16:
				f.Data = value[16:] // behind the number of its interface
			}
		}
	}
}

// tnefText returns a text of a property.
func tnefText(value []byte, kind int, charset string) string {
	if kind&0xfff == 0x1f {
		var units []uint16
		for in := (&bits{value}); in.left() >= 2; {
			units = append(units, uint16(in.number(2)))
		}
		return strings.TrimRight(string(utf16.Decode(units)), "\x00")
	}
	return decode(strings.TrimRight(string(value), "\x00"), charset)
}

// bits is what is left to be read of a binary text. What is not there is nil or zero, and ends it.
type bits struct{ data []byte }

func (b *bits) left() int { return len(b.data) }

// take returns the next bytes.
func (b *bits) take(n int) (taken []byte) {
	if n < 0 || n > len(b.data) {
		b.data = nil
		return nil
	}
	taken, b.data = b.data[:n:n], b.data[n:]
	return taken
}

// number returns the next number of 2 or 4 bytes.
func (b *bits) number(size int) int {
	taken := b.take(size)
	if taken == nil {
		return 0
	}
	if size == 2 {
		return int(binary.LittleEndian.Uint16(taken))
	}
	return int(binary.LittleEndian.Uint32(taken))
}

// padded returns the next bytes, whose length stands before them, and passes what fills them up to four.
func (b *bits) padded() []byte {
	size := b.number(4)
	taken := b.take(size)
	b.take(min((4-size&3)&3, len(b.data)))
	return taken
}
