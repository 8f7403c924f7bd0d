package front

import (
	"io"
	"regexp"
)

// discreet writes without the addresses of visitors, which net/http puts into what it
// logs.
type discreet struct{ out io.Writer }

var addresses = regexp.MustCompile(`\d{1,3}(\.\d{1,3}){3}(:\d+)?|\[[0-9A-Fa-f:.]+(%\w+)?\](:\d+)?`)

// Write implements io.Writer.
func (d discreet) Write(p []byte) (int, error) {
	if _, err := d.out.Write(addresses.ReplaceAll(p, []byte("[visitor]"))); err != nil {
		return 0, err
	}
	return len(p), nil
}
