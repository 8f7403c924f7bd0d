package mails

import (
	"encoding/binary"
	"unicode/utf16"
)

// Attachment is what Outlook packs.
type Attachment struct {
	Short, Long string
	Data        []byte
}

// TNEF returns a winmail.dat with attachments: each with its short name, and its long one among its properties.
func TNEF(all ...Attachment) []byte {
	out := []byte{0x78, 0x9f, 0x3e, 0x22, 1, 0}
	put := func(level byte, id uint32, value []byte) {
		out = append(out, level)
		out = binary.LittleEndian.AppendUint32(out, id)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(value)))
		out = append(out, value...)
		sum := uint16(0)
		for _, b := range value {
			sum += uint16(b)
		}
		out = binary.LittleEndian.AppendUint16(out, sum)
	}
	put(1, 0x00089006, []byte{0, 0, 1, 0})                // version
	put(1, 0x00069007, []byte{0xa4, 3, 0, 0, 0, 0, 0, 0}) // code page 932
	put(1, 0x00078008, append([]byte("IPM.Microsoft Mail.Note"), 0))
	for _, a := range all {
		put(2, 0x00069002, make([]byte, 14))
		put(2, 0x00018010, append([]byte(a.Short), 0))
		if a.Data != nil {
			put(2, 0x0006800f, a.Data)
		}
		props := binary.LittleEndian.AppendUint32(nil, 4)
		props = append(props, 3, 0, 0x05, 0x37, 1, 0, 0, 0)                // how it is attached: by value
		props = append(props, 0x0b, 0, 0xfe, 0x7f, 0, 0, 0, 0)             // a flag
		props = append(props, 0x40, 0, 0x07, 0x30, 1, 2, 3, 4, 5, 6, 7, 8) // a time
		props = append(props, 0x1f, 0, 0x07, 0x37, 1, 0, 0, 0)             // the long name
		var name []byte
		for _, u := range append(utf16.Encode([]rune(a.Long)), 0) {
			name = binary.LittleEndian.AppendUint16(name, u)
		}
		props = binary.LittleEndian.AppendUint32(props, uint32(len(name)))
		props = append(props, name...)
		for len(props)%4 != 0 {
			props = append(props, 0)
		}
		put(2, 0x00069005, props)
	}
	return out
}

// tnefMessage returns a winmail.dat in which a message is attached, which has attachments.
func tnefMessage(all ...Attachment) []byte {
	inner := TNEF(all...)
	out := []byte{0x78, 0x9f, 0x3e, 0x22, 1, 0}
	put := func(id uint32, value []byte) {
		out = append(out, 2)
		out = binary.LittleEndian.AppendUint32(out, id)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(value)))
		out = append(append(out, value...), 0, 0)
	}
	put(0x00069002, make([]byte, 14))
	props := binary.LittleEndian.AppendUint32(nil, 1)
	props = append(props, 0x0d, 0, 0x01, 0x37, 1, 0, 0, 0)
	props = binary.LittleEndian.AppendUint32(props, uint32(16+len(inner)))
	props = append(append(props, make([]byte, 16)...), inner...)
	for len(props)%4 != 0 {
		props = append(props, 0)
	}
	put(0x00069005, props)
	return out
}
