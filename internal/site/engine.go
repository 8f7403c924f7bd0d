package site

import (
	"embed"
	"io/fs"
	"net/http"

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

// addEngine adds the files of the engine to the assets.
func addEngine(assets map[string]*Response) {
	if !HasEngine() {
		return
	}
	for _, name := range engineParts {
		body, err := fs.ReadFile(built, "engine/"+name)
		if err != nil {
			panic(err) // it is embedded
		}
		contentType := map[string]string{"engine.bin": packedType, "wasm_exec.js": scriptType}[name]
		if contentType == "" {
			contentType = textType
		}
		assets[name] = response.New(http.StatusOK, contentType, body)
	}
}

// The policies where WebAssembly is compiled: of the pages that have it done, and of the
// script that does it.
const (
	enginePolicy = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
	workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)

// Engine reports whether the page has something done in the visitor's browser.
func (p *page) Engine() bool { return p.engine }
