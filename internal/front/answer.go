package front

import (
	"net/http"
	"time"
)

// answer is an answer while it is sent. A slow line is served as long as it moves.
type answer struct {
	http.ResponseWriter
	patience time.Duration // for each piece
	ready    func()        // called when it begins to be sent
	status   int
	bytes    int64 // of the body
}

// piece is how many bytes have to be taken within the patience.
const piece = 64 << 10

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
		a.ready()
	}
	if status == http.StatusServiceUnavailable && a.Header().Get("Retry-After") == "" {
		a.Header().Set("Retry-After", "2")
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (a *answer) Write(p []byte) (n int, err error) {
	if a.status == 0 {
		a.WriteHeader(http.StatusOK)
	}
	control := http.NewResponseController(a.ResponseWriter)
	for more := true; more && err == nil; more = n < len(p) {
		_ = control.SetWriteDeadline(time.Now().Add(a.patience)) // where there is none, nothing waits
		var wrote int
		wrote, err = a.ResponseWriter.Write(p[n:min(n+piece, len(p))])
		n += wrote
	}
	a.bytes += int64(n)
	return n, err
}

// Unwrap returns the writer for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
