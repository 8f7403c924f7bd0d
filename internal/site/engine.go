package site

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
)

// built is what the Makefile has built for visitors' browsers; perhaps nothing.
//
//go:embed engine
var built embed.FS

// engineParts are the files of it: the module, packed, and what runs it.
var engineParts = []string{"engine.bin", "wasm_exec.js", "LICENSE-go"}

// packedType is the type of a file that hosts must neither pack nor unpack.
const packedType = "application/octet-stream"

// engineSize is how large the module is, about.
const engineSize = 2_600_000

// HasEngine reports whether the program was built with what visitors' browsers run.
func HasEngine() bool {
	for _, name := range engineParts {
		if _, err := fs.Stat(built, "engine/"+name); err != nil {
			return false
		}
	}
	return true
}

// engineFiles returns the files of the engine, by name.
func engineFiles() map[string]*Response {
	all := map[string]*Response{}
	if !HasEngine() {
		return all
	}
	for _, name := range engineParts {
		body, err := fs.ReadFile(built, "engine/"+name)
		if err != nil {
			panic(err) // it is embedded
		}
		contentType := page.TypeOf(name)
		if name == "engine.bin" {
			contentType = packedType
		}
		all[name] = response.New(http.StatusOK, contentType, body)
	}
	return all
}
