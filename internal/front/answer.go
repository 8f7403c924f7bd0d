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
	a.more() // an answer without a body, too, after a body that came slowly
	a.ResponseWriter.WriteHeader(status)
}

// more gives the line the patience anew.
func (a *answer) more() {
	_ = http.NewResponseController(a.ResponseWriter).SetWriteDeadline(time.Now().Add(a.patience)) // where there is none, nothing waits
}

// Write implements io.Writer.
func (a *answer) Write(p []byte) (n int, err error) {
	if a.status == 0 {
		a.WriteHeader(http.StatusOK)
	}
	for more := true; more && err == nil; more = n < len(p) {
		a.more()
		var wrote int
		wrote, err = a.ResponseWriter.Write(p[n:min(n+piece, len(p))])
		n += wrote
	}
	a.bytes += int64(n)
	return n, err
}

// Unwrap returns the writer for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
