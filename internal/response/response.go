// Package response sends answers that are ready as bytes: with an entity tag, so that
// who has them is not sent them again, and packed where that makes them smaller.
package response

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"maps"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/text/language"
)

// Response is the answer to a request: a page, a file, a document, or where that is.
type Response struct {
	Status      int
	ContentType string
	Body        []byte // nil where it is only kept in gzip: Bytes returns it
	ETag        string
	Location    string      // relative to the address asked for; empty: none
	Header      http.Header // other fields; nil: none
	Unlisted    bool        // search engines are asked to leave it out

	packed    []byte // the body in gzip; nil: it is sent as it is
	packedTag string
	size      int64    // of the body
	file      *os.File // that has the body in gzip; nil: it is in memory
	fileSize  int64
}

// New returns a response that is ready to be sent.
func New(status int, contentType string, body []byte) *Response {
	return (&Response{Status: status, ContentType: contentType, Body: body}).Ready()
}

// Ready returns the response with its entity tag. The body is packed, too, if that makes it
// smaller by more than a packet on the network.
func (r *Response) Ready() *Response {
	const packet = 1400
	if r.file != nil {
		return r
	}
	r.ETag, r.size = ETag(r.Body), int64(len(r.Body))
	if len(r.Body) <= packet {
		return r
	}
	if packed := gzipped(r.Body); len(packed)+packet < len(r.Body) {
		r.packed, r.packedTag = packed, packedTag(r.ETag)
	}
	return r
}

func packedTag(tag string) string { return strings.TrimSuffix(tag, `"`) + `-gzip"` }

// Lean returns the response for whoever keeps many: in gzip only, where that is smaller.
func (r *Response) Lean() *Response {
	lean := *r
	if r.packed != nil {
		lean.Body = nil
	}
	return &lean
}

// Whole returns the response with its Body.
func (r *Response) Whole() (*Response, error) {
	whole := *r
	var err error
	whole.Body, err = r.Bytes()
	return &whole, err
}

// Held returns how many bytes of the response are in memory beside the struct, and how many in
// a file.
func (r *Response) Held() (memory, file int64) {
	const field = 100 // a map's share, the slice and the two texts, without what they say
	memory = int64(cap(r.Body) + cap(r.packed) + len(r.ETag) + len(r.packedTag) + len(r.Location))
	for name, values := range r.Header {
		memory += int64(field + len(name))
		for _, value := range values {
			memory += int64(len(value))
		}
	}
	return memory, r.fileSize
}

// Bytes returns the body.
func (r *Response) Bytes() ([]byte, error) {
	if r.Body != nil || r.packed == nil && r.file == nil {
		return r.Body, nil
	}
	var out bytes.Buffer
	err := r.unpack(&out)
	return out.Bytes(), err
}

// inGzip returns the body in gzip, if it is there in gzip.
func (r *Response) inGzip() io.Reader {
	if r.file != nil {
		return io.NewSectionReader(r.file, 0, r.fileSize)
	}
	return bytes.NewReader(r.packed)
}

// unpack writes the body, which is there in gzip.
func (r *Response) unpack(to io.Writer) error {
	unpacked, err := gzip.NewReader(r.inGzip())
	if err == nil {
		_, err = io.Copy(to, unpacked)
	}
	return err
}

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// gzipped returns a body in gzip.
func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// ETag returns the entity tag of a body.
func ETag(body []byte) string {
	sum := sha256.Sum256(body)
	return tagOf(sum[:])
}

func tagOf(sum []byte) string {
	const enough = 12
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:enough]) + `"`
}

// Send sends the response to a request.
func (r *Response) Send(w http.ResponseWriter, to *http.Request) {
	h := w.Header()
	maps.Copy(h, r.Header)
	if r.Location != "" {
		h.Set("Location", r.Location)
	}
	if r.ContentType != "" {
		h.Set("Content-Type", r.ContentType)
	}
	tag, length := r.ETag, cmp.Or(r.size, int64(len(r.Body)))
	packed := false
	if r.packed != nil || r.file != nil {
		h.Add("Vary", "Accept-Encoding")
		if packed = accepts(to.Header.Get("Accept-Encoding"), "gzip"); packed {
			tag, length = r.packedTag, int64(len(r.packed))+r.fileSize
			h.Set("Content-Encoding", "gzip")
		}
	}
	if r.Status == http.StatusOK && tag != "" {
		h.Set("ETag", tag)
		if known(to.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Type")
			h.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if r.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	w.WriteHeader(r.Status)
	switch { // nobody is left to be told of errors
	case to.Method == http.MethodHead:
	case packed && r.file == nil:
		_, _ = w.Write(r.packed)
	case packed:
		buffer := buffers.Get().(*[bufferSize]byte)
		defer buffers.Put(buffer)
		_, _ = io.CopyBuffer(onlyWriter{w}, r.inGzip(), buffer[:])
	case r.Body != nil || length == 0:
		_, _ = w.Write(r.Body)
	default:
		_ = r.unpack(w)
	}
}

// bufferSize is larger than most pages in gzip.
const bufferSize = 32 << 10

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// onlyWriter is a writer that is written to from a buffer of the caller.
type onlyWriter struct{ io.Writer }

// known reports whether an If-None-Match header names an entity tag.
func known(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

// accepts reports whether an Accept-Encoding header allows a coding.
func accepts(header, coding string) bool {
	allowed := false
	for one := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(one, ";")
		name = strings.TrimSpace(name)
		if name != coding && name != "*" {
			continue
		}
		quality, stated := strings.CutPrefix(strings.TrimSpace(parameter), "q=")
		value, err := strconv.ParseFloat(quality, 64)
		allowed = !stated || err == nil && value > 0
		if name == coding {
			break // which counts more than *
		}
	}
	return allowed
}

// Languages returns a function that returns which of some languages suits who sent a
// request best; the first one if none does.
func Languages(of []string) func(*http.Request) string {
	var all []language.Tag
	for _, lang := range of {
		all = append(all, language.MustParse(lang))
	}
	matcher := language.NewMatcher(all)
	return func(r *http.Request) string {
		_, n := language.MatchStrings(matcher, r.Header.Get("Accept-Language"))
		return of[n]
	}
}
