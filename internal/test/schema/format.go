package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// width is how many characters a line of a schema may have.
const width = 140

// order is the order of the keywords of a schema.
var order = []string{
	"$schema", "$id", "title", "description", "$ref", "const", "type", "format", "pattern", "enum", "minimum", "minItems", "maxItems", "anyOf", "properties", "items",
	"required", "additionalProperties", "$defs",
}

// node is a JSON value whose members have an order.
type node struct {
	text    string // of a value without parts
	keys    []string
	parts   []*node
	bracket string // "{}" or "[]"
}

// formatted returns a JSON schema for people: keywords in order, and what fits on a line on
// one line.
func formatted(schema []byte) []byte {
	in := json.NewDecoder(bytes.NewReader(schema))
	in.UseNumber()
	n := read(in)
	n.sort(false)
	var out strings.Builder
	n.write(&out, "", 0)
	out.WriteByte('\n')
	return []byte(out.String())
}

func read(in *json.Decoder) *node {
	token, err := in.Token()
	if err != nil {
		panic(err) // it was marshalled
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		var text bytes.Buffer
		w := json.NewEncoder(&text)
		w.SetEscapeHTML(false)
		if err := w.Encode(token); err != nil {
			panic(err)
		}
		return &node{text: strings.TrimSpace(text.String())}
	}
	n := &node{bracket: map[json.Token]string{json.Delim('{'): "{}", json.Delim('['): "[]"}[token]}
	for in.More() {
		if n.bracket == "{}" {
			key, err := in.Token()
			if err != nil {
				panic(err)
			}
			n.keys = append(n.keys, key.(string))
		}
		n.parts = append(n.parts, read(in))
	}
	_, _ = in.Token() // the bracket
	return n
}

// sort puts the keywords of schemas in order. The names of properties and definitions stay
// as they are.
func (n *node) sort(names bool) {
	for i, part := range n.parts {
		part.sort(n.bracket == "{}" && !names && (n.keys[i] == "properties" || n.keys[i] == "$defs"))
	}
	if n.bracket != "{}" || names {
		return
	}
	keys, parts := slices.Clone(n.keys), map[string]*node{}
	for i, key := range n.keys {
		parts[key] = n.parts[i]
	}
	slices.SortStableFunc(keys, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	for i, key := range keys {
		n.keys[i], n.parts[i] = key, parts[key]
	}
}

// line returns the value on one line.
func (n *node) line() string {
	if n.bracket == "" {
		return n.text
	}
	var all []string
	for i, part := range n.parts {
		text := part.line()
		if n.bracket == "{}" {
			text = `"` + n.keys[i] + `": ` + text
		}
		all = append(all, text)
	}
	if inner := strings.Join(all, ", "); n.bracket == "[]" || inner == "" {
		return n.bracket[:1] + inner + n.bracket[1:]
	}
	return "{ " + strings.Join(all, ", ") + " }"
}

// write writes the value behind some characters of a line.
func (n *node) write(out *strings.Builder, indent string, before int) {
	if line := n.line(); n.bracket == "" || before > 0 && before+len(line) < width {
		out.WriteString(line)
		return
	}
	out.WriteString(n.bracket[:1])
	for i, part := range n.parts {
		if i > 0 {
			out.WriteByte(',')
		}
		key := ""
		if n.bracket == "{}" {
			key = `"` + n.keys[i] + `": `
		}
		out.WriteString("\n" + indent + "  " + key)
		part.write(out, indent+"  ", len(indent)+2+len(key))
	}
	out.WriteString("\n" + indent + n.bracket[1:])
}
