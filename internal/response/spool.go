package response

import "os"

// Spool keeps the bodies of many small responses in one file without a name. Room in it is not
// used again: who keeps too much begins another one. The file is there as long as a response
// is in it. The zero value is empty. It can be used by one goroutine at a time; the responses
// by any number.
type Spool struct {
	file   *os.File
	size   int64
	failed bool // there can be no such file
}

// Size returns how many bytes are in the file.
func (s *Spool) Size() int64 { return s.size }

// Take returns the response with its body in the file, unless it is not there in gzip or
// cannot be written: then it returns it as it is.
func (s *Spool) Take(r *Response) *Response {
	if r.packed == nil || s.failed {
		return r
	}
	if s.file == nil {
		var err error
		if s.file, err = nameless(); err != nil {
			s.failed = true
			return r
		}
	}
	if _, err := s.file.WriteAt(r.packed, s.size); err != nil {
		s.failed = true // what is in it can still be read
		return r
	}
	taken := *r
	taken.Body, taken.packed = nil, nil
	taken.file, taken.fileAt, taken.fileSize = s.file, s.size, int64(len(r.packed))
	s.size += taken.fileSize
	return &taken
}

// nameless returns a file that is gone when nobody holds it any more.
func nameless() (*os.File, error) {
	file, err := os.CreateTemp("", "arpad-*")
	if err == nil {
		_ = os.Remove(file.Name()) // where that cannot be, the file stays
	}
	return file, err
}
