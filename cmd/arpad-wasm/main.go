//go:build !js

// Command arpad-wasm is what the public site has visitors' browsers run: the check of a
// list, as arpad verify does it, and the calculators, as arpad calc does. It is built for
// WebAssembly:
//
//	GOOS=js GOARCH=wasm go build ./cmd/arpad-wasm
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "arpad-wasm runs in browsers only: GOOS=js GOARCH=wasm")
	os.Exit(2)
}
