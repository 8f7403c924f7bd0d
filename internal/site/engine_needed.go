//go:build engine

package site

import _ "embed" // a program for others has the engine: without these files it does not build

//go:embed engine/engine.bin
var _ string

//go:embed engine/wasm_exec.js
var _ string
