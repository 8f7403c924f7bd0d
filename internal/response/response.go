// Package response sends answers that are ready as bytes: with an entity tag, so that
// who has them is not sent them again, and packed where that makes them smaller.
package response

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
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
	if packed := Gzipped(r.Body); len(packed)+packet < len(r.Body) {
		r.packed, r.packedTag = packed, packedTag(r.ETag)
	}
	return r
}

func packedTag(tag string) string { return strings.TrimSuffix(tag, `"`) + `-gzip"` }

// Tight packs the response as small as it gets: for what all pages load.
func (r *Response) Tight() *Response {
	if w, err := gzip.NewWriterLevel(nil, gzip.BestCompression); err == nil && r.packed != nil {
		r.packed = packedBy(w, r.Body)
	}
	return r
}

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
	err := r.write(&out, false, 0, r.size)
	return out.Bytes(), err
}

// inGzip returns the body in gzip, if it is there in gzip.
func (r *Response) inGzip() io.Reader {
	if r.file != nil {
		return io.NewSectionReader(r.file, 0, r.fileSize)
	}
	return bytes.NewReader(r.packed)
}

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Gzipped returns a body in gzip.
func Gzipped(body []byte) []byte {
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	return packedBy(w, body)
}

func packedBy(w *gzip.Writer, body []byte) []byte {
	var out bytes.Buffer
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
		if isRead(to) && known(to.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Type")
			h.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if r.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	from, n, status := int64(0), length, r.Status
	if status == http.StatusOK && tag != "" && isRead(to) {
		h.Set("Accept-Ranges", "bytes")
		if since := to.Header.Get("If-Range"); since == "" || since == tag {
			from, n, status = part(to.Header.Get("Range"), length)
		}
	}
	switch status {
	case http.StatusRequestedRangeNotSatisfiable:
		h.Del("Content-Encoding")
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", length))
	case http.StatusPartialContent:
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, from+n-1, length))
	}
	h.Set("Content-Length", strconv.FormatInt(n, 10))
	w.WriteHeader(status)
	if to.Method != http.MethodHead && n > 0 {
		_ = r.write(w, packed, from, n) // nobody is left to be told of errors
	}
}

// part returns which part of a body of some size a Range field asks for, and the status of that
// answer: all of it, if the field asks for several parts or cannot be read.
func part(field string, size int64) (from, n int64, status int) {
	first, last, ok := strings.Cut(strings.TrimPrefix(field, "bytes="), "-")
	from, noFirst := strconv.ParseInt(first, 10, 64)
	upto, noLast := strconv.ParseInt(last, 10, 64)
	switch {
	case !ok || !strings.HasPrefix(field, "bytes=") || noFirst != nil && first != "" || noLast != nil && last != "" || first+last == "" || first != "" && last != "" && upto < from:
		return 0, size, http.StatusOK
	case first == "": // the last so many
		from, upto = max(0, size-upto), size-1
	case last == "":
		upto = size - 1
	}
	if from >= size {
		return 0, 0, http.StatusRequestedRangeNotSatisfiable
	}
	return from, min(upto, size-1) - from + 1, http.StatusPartialContent
}

// write writes n bytes of the body.
func (r *Response) write(w io.Writer, packed bool, from, n int64) error {
	buffer := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(buffer)
	var body io.Reader
	switch {
	case packed && r.file == nil:
		_, err := w.Write(r.packed[from : from+n])
		return err
	case packed:
		body = io.NewSectionReader(r.file, from, n)
	case r.Body != nil:
		_, err := w.Write(r.Body[from : from+n])
		return err
	default:
		unpacked, err := gzip.NewReader(r.inGzip())
		if err != nil {
			return err
		}
		if _, err := io.CopyBuffer(onlyWriter{io.Discard}, io.LimitReader(unpacked, from), buffer[:]); err != nil {
			return err
		}
		body = io.LimitReader(unpacked, n)
	}
	_, err := io.CopyBuffer(onlyWriter{w}, body, buffer[:])
	return err
}

// bufferSize counts for each slow line that takes an answer from a file.
const bufferSize = 8 << 10

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// onlyWriter is a writer that is written to from a buffer of the caller.
type onlyWriter struct{ io.Writer }

// isRead reports whether a request only reads: conditions and ranges are for those (RFC 9110).
func isRead(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

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
