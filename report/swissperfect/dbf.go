package swissperfect

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// dbf is a table of dBase III.
type dbf struct {
	columns []column
	records [][]byte // without deleted ones
}

// column is a field of a dbf.
type column struct {
	name     string
	from, to int // in a record
}

// The layout of a dbf.
const (
	dbfMark       = 0x03
	dbfHead       = 32 // bytes before the columns
	dbfColumn     = 32 // bytes of a column
	dbfName       = 11
	dbfLength     = 16 // where a column has its length
	dbfEnd        = 0x0D
	dbfDeleted    = '*'
	dbfOver       = 0x1A // after the records
	dbfMostColumn = 128
)

// parse reads a dbf; it returns nil for bytes that are none.
func parse(data []byte) *dbf {
	if len(data) < dbfHead+1 || data[0]&0x07 != dbfMark {
		return nil
	}
	n := int(binary.LittleEndian.Uint32(data[4:]))
	head, size := int(binary.LittleEndian.Uint16(data[8:])), int(binary.LittleEndian.Uint16(data[10:]))
	if head < dbfHead+1 || head > len(data) || size < 2 || n < 0 || n > (len(data)-head)/size {
		return nil
	}
	t := &dbf{}
	at := 1 // after the mark of deletion
	for from := dbfHead; from+dbfColumn <= head && data[from] != dbfEnd; from += dbfColumn {
		name, _, _ := bytes.Cut(data[from:from+dbfName], []byte{0})
		length := int(data[from+dbfLength])
		if len(t.columns) == dbfMostColumn || at+length > size {
			return nil
		}
		t.columns = append(t.columns, column{strings.ToUpper(string(name)), at, at + length})
		at += length
	}
	if rest := data[head+n*size:]; at != size || len(rest) > 0 && rest[0] != dbfOver && rest[0] != 0 {
		return nil // something is shifted
	}
	for i := range n {
		record := data[head+i*size : head+(i+1)*size]
		if !isRecord(record) {
			return nil
		}
		if record[0] != dbfDeleted {
			t.records = append(t.records, record)
		}
	}
	return t
}

// isRecord reports whether a record begins here: one that counts, or that was deleted.
func isRecord(data []byte) bool { return data[0] == ' ' || data[0] == dbfDeleted }

// has reports whether the table has each of some columns once.
func (t *dbf) has(names ...string) bool {
	found := 0
	for _, c := range t.columns {
		if slices.Contains(names, c.name) {
			found++
		}
	}
	return found == len(names)
}

// bytes returns the bytes of a field without blanks, nothing if there is no such column.
func (t *dbf) bytes(record []byte, name string) []byte {
	for _, c := range t.columns {
		if c.name == name {
			return bytes.Trim(record[c.from:c.to], " \x00")
		}
	}
	return nil
}
