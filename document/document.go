// Package document holds the public JSON documents of docs/schema, which programs read.
//
// A constructor builds a document from a value of a bureau's room or of a season,
// and from a printer if the document contains text. All interfaces print the same
// documents. What is unknown or withheld is null or empty, as the schema says.
package document

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// Write writes a document, indented.
func Write(w io.Writer, document any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(document)
}

// WriteLine writes a document on one line.
func WriteLine(w io.Writer, document any) error { return json.NewEncoder(w).Encode(document) }

// writeItems writes the items of an array, one per line.
func writeItems[T any](w io.Writer, items iter.Seq[T]) error {
	separator := "\n"
	for item := range items {
		line, err := json.Marshal(&item)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", separator, line); err != nil {
			return err
		}
		separator = ",\n"
	}
	return nil
}

// orNull returns a pointer to v, or nil for the zero value, which JSON writes
// as null.
func orNull[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// array returns a copy of all that JSON writes as an array even if it is empty.
func array[T any](all []T) []T { return append([]T{}, all...) }
