// Package document holds the public JSON documents of docs/schema, which programs read.
//
// A constructor makes a document of what a room of the bureau or a season returns,
// and of a printer where the document has words. Every door prints the same
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

// WriteLine writes a document in one line.
func WriteLine(w io.Writer, document any) error { return json.NewEncoder(w).Encode(document) }

// writeItems writes the items of an array, each in a line of its own.
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

// orNull returns a pointer to a value, nil for the zero value: null in JSON.
func orNull[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// array returns a list that JSON writes as one even if it is empty.
func array[T any](all []T) []T { return append([]T{}, all...) }
