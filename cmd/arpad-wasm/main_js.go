package main

import (
	"encoding/json"
	"runtime/debug"
	"syscall/js"
)

func main() {
	const percent = 50 // memory is scarcer than time
	debug.SetGCPercent(percent)
	js.Global().Set("arpad", js.ValueOf(map[string]any{"check": js.FuncOf(checked), "answer": js.FuncOf(answered)}))
	select {}
}

// checked checks a bundle: its bytes, the task, and what shows a page meanwhile. It
// returns what the page shows, or null if the task cannot be read.
func checked(_ js.Value, args []js.Value) any {
	data := make([]byte, args[0].Get("length").Int())
	js.CopyBytesToGo(data, args[0])
	t := &task{}
	if err := json.Unmarshal([]byte(args[1].String()), t); err != nil {
		return nil
	}
	html, err := t.check(data, func(html string) { args[2].Invoke(html) })
	if err != nil {
		return nil
	}
	return html
}

// answered answers what is asked of a calculator, or returns null.
func answered(_ js.Value, args []js.Value) any {
	a := &ask{}
	if err := json.Unmarshal([]byte(args[0].String()), a); err != nil {
		return nil
	}
	html, err := a.answer()
	if err != nil || html == "" {
		return nil
	}
	return html
}
