package response

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"os"

	"github.com/klauspost/compress/gzip"
)

// large is how many bytes of a body are in memory at most; one with more is in a file.
const large = 4 << 20

// Body takes the body of a response while it is written. A large one goes to a file without
// a name, in gzip, which is there as long as somebody holds the response. The zero Body is
// empty.
type Body struct {
	memory bytes.Buffer
	size   int64
	sum    hash.Hash
	file   *os.File
	packer *gzip.Writer
	failed bool // there can be no such file: it is all in memory
}

// Write implements io.Writer.
func (b *Body) Write(some []byte) (int, error) {
	b.size += int64(len(some))
	if b.file == nil && !b.failed && b.size > large {
		b.begin()
	}
	if b.file == nil {
		return b.memory.Write(some)
	}
	b.sum.Write(some)
	return b.packer.Write(some)
}

// begin moves what is in memory to a file.
func (b *Body) begin() {
	file, err := nameless()
	if err != nil {
		b.failed = true
		return
	}
	b.file, b.packer, b.sum = file, gzip.NewWriter(file), sha256.New()
	b.sum.Write(b.memory.Bytes())
	_, _ = b.packer.Write(b.memory.Bytes()) // an error comes again
	b.memory = bytes.Buffer{}
}

// Make writes a body by a function, which is called again if there is no room for a file.
func (b *Body) Make(write func(*Body) error) error {
	err := write(b)
	if b.file == nil {
		return err
	}
	if closed := b.packer.Close(); closed == nil {
		return err
	}
	*b = Body{failed: true}
	return write(b)
}

// Response returns a response with the body.
func (b *Body) Response(status int, contentType string) (*Response, error) {
	r := &Response{Status: status, ContentType: contentType, Body: b.memory.Bytes()}
	if b.file == nil {
		return r, nil
	}
	at, err := b.file.Seek(0, 1)
	r.Body, r.size, r.file, r.fileSize, r.ETag = nil, b.size, b.file, at, tagOf(b.sum.Sum(nil))
	r.packedTag = packedTag(r.ETag)
	return r, err
}

// nameless returns a file that is gone when nobody holds it any more.
func nameless() (*os.File, error) {
	file, err := os.CreateTemp("", "arpad-*")
	if err == nil {
		_ = os.Remove(file.Name()) // where that cannot be, the file stays
	}
	return file, err
}
