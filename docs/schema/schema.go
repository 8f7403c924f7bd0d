// Package schema holds the JSON schemas of the public documents, for those who serve them
// with the program.
package schema

import "embed"

// Files are the schemas: "list.json" is that of arpad.list/1.
//
//go:embed *.json
var Files embed.FS
