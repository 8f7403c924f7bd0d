package api

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/arpadchess/arpad/docs/schema"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
)

// components is where a description has its schemas.
const components = "#/components/schemas/"

// description returns the OpenAPI description without operations.
func description() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Arpad", Version: Version, Description: page.In(explain.Languages[0]).Text("api.about", nil),
			License: &huma.License{Name: "Apache 2.0", Identifier: "Apache-2.0"},
		},
		Components: &huma.Components{Schemas: huma.NewMapRegistry(components, huma.DefaultSchemaNamer)},
	}
}

// documented returns the description of an operation.
func (a *API) documented(o *operation) huma.Operation {
	if o.method == "" {
		o.method = http.MethodGet
	}
	ok := &huma.Response{Description: o.summary, Headers: map[string]*huma.Param{"ETag": text("The entity tag; If-None-Match asks whether there is another one.")}}
	media := &huma.MediaType{Schema: a.schemaOf(o.schema)}
	ok.Content = map[string]*huma.MediaType{jsonType: media}
	if o.schema == "" {
		ok.Content = map[string]*huma.MediaType{atomType: {Schema: &huma.Schema{Type: huma.TypeString}}}
	}
	if o.paged {
		ok.Headers["Link"] = text(`rel="next" leads to the next part; there is none on the last one.`)
	}
	refused := &huma.Response{Description: "The request is refused: why, by which clause, and what to do about it.", Content: map[string]*huma.MediaType{problemType: {Schema: a.schemaOf("problem")}}}
	h := huma.Operation{
		OperationID: o.id, Method: o.method, Path: o.path, Summary: o.summary, Tags: []string{o.tag}, MaxBodyBytes: mostBody,
		Responses: map[string]*huma.Response{"200": ok, "default": refused},
	}
	if o.method == http.MethodGet {
		h.Responses["304"] = &huma.Response{Description: "It is what If-None-Match names."}
	}
	return h
}

// text returns a header field that is a text.
func text(about string) *huma.Param {
	return &huma.Param{Description: about, Schema: &huma.Schema{Type: huma.TypeString}}
}

// schemaOf returns a reference to the schema of a document, which it adds to the
// description if it is not in it.
func (a *API) schemaOf(name string) *huma.Schema {
	if name == "" {
		return nil
	}
	of := component(name)
	all := a.huma.OpenAPI().Components.Schemas.Map()
	if all[of] == nil {
		body, err := fs.ReadFile(schema.Files, name+".json")
		if err != nil {
			panic(err) // it is embedded
		}
		var whole map[string]any
		if err := json.Unmarshal(body, &whole); err != nil {
			panic(err)
		}
		parts, _ := whole["$defs"].(map[string]any)
		for part, of := range parts {
			of := adapted(of).(map[string]any)
			if known := all[part]; known != nil && !reflect.DeepEqual(known.Extensions, of) {
				panic("two schemas are called " + part)
			}
			all[part] = &huma.Schema{Extensions: of}
		}
		for _, key := range []string{"$defs", "$id", "$schema"} {
			delete(whole, key)
		}
		all[of] = &huma.Schema{Extensions: adapted(whole).(map[string]any)}
	}
	return &huma.Schema{Ref: components + of}
}

// component returns the name of a document's schema in a description. Those of its parts are
// the names of their definitions.
func component(document string) string {
	of := ""
	for word := range strings.SplitSeq(document, "-") {
		of += strings.ToUpper(word[:1]) + word[1:]
	}
	return of
}

// adapted returns a schema as it is in a description: with other references, and open to
// members that a later version adds.
func adapted(of any) any {
	switch of := of.(type) {
	case map[string]any:
		for key, value := range of {
			if to, ok := value.(string); ok && key == "$ref" {
				of[key] = components + path.Base(to)
				continue
			}
			if key == "additionalProperties" && value == false {
				delete(of, key)
				continue
			}
			of[key] = adapted(value)
		}
	case []any:
		for i := range of {
			of[i] = adapted(of[i])
		}
	}
	return of
}

// OpenAPI returns the description of the API as JSON, indented.
func (a *API) OpenAPI() ([]byte, error) {
	body, err := json.Marshal(a.huma.OpenAPI())
	if err != nil {
		return nil, err
	}
	return indented(body), nil
}

// OpenAPI30 returns the description for programs that do not know version 3.1.
func (a *API) OpenAPI30() ([]byte, error) {
	body, err := a.huma.OpenAPI().Downgrade()
	if err != nil {
		return nil, err
	}
	return indented(body), nil
}

func indented(body []byte) []byte {
	var out bytes.Buffer
	_ = json.Indent(&out, body, "", "  ") // it was marshalled
	out.WriteByte('\n')
	return out.Bytes()
}

// describe serves the description and the schemas.
func (a *API) describe() {
	const openType = "application/vnd.oai.openapi"
	for name, of := range map[string]struct {
		contentType string
		body        func() ([]byte, error)
	}{
		"openapi.json": {openType + "+json", a.OpenAPI}, "openapi-3.0.json": {openType + "+json", a.OpenAPI30}, "openapi.yaml": {openType, a.huma.OpenAPI().YAML},
	} {
		body, err := of.body()
		if err != nil {
			panic(err) // it depends on the code only
		}
		a.file("/"+name, of.contentType, body)
	}
	entries, err := fs.ReadDir(schema.Files, ".")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		body, err := fs.ReadFile(schema.Files, e.Name())
		if err != nil {
			panic(err)
		}
		a.file("/schema/"+e.Name(), "application/schema+json", body)
	}
}

// file serves a file.
func (a *API) file(address, contentType string, body []byte) {
	answer := response.New(http.StatusOK, contentType, body)
	a.mux.HandleFunc(http.MethodGet+" "+Root+address, func(w http.ResponseWriter, r *http.Request) { answer.Send(w, r) })
}
