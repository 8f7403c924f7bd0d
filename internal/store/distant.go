package store

// distant is a session with a server. Every round trip takes time, and a
// connection does one thing at a time. So scans are read in pages, too, and while the server
// writes the program goes on.
type distant struct{ *batched }

const (
	firstPage = 64      // documents; grows from page to page
	pageLimit = 1024    // documents
	pageSize  = 1 << 20 // bytes; the last document may exceed it
)

func (d *distant) finish() error {
	if err := d.batched.finish(); err != nil {
		return err
	}
	return d.await()
}

func (d *distant) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	for limit := firstPage; ; {
		if err := d.settle(kind); err != nil {
			return err
		}
		page, err := d.page(kind, from, to, limit)
		if err != nil {
			return err
		}
		for _, found := range page.documents {
			if more, err := each(found.key, found.value); err != nil || !more {
				return err
			}
		}
		if !page.more {
			return nil
		}
		from, limit = page.end(), min(page.next, pageLimit)
	}
}
