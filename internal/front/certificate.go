package front

import (
	"crypto/tls"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Obtained returns the configuration of a server that gets certificates for a host by itself, from an authority with an
// ACME directory at an address, and renews them a month before they end. It keeps them in a folder. The authority looks at
// port 443 of the host (TLS-ALPN-01).
func Obtained(host, folder, directory string) *tls.Config {
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(host), Cache: autocert.DirCache(folder), Client: &acme.Client{DirectoryURL: directory}}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	return config
}

// certificate is a TLS certificate in files. When they change it is read again; if that
// fails, the one before stays in use.
type certificate struct {
	cert, key string
	failed    func(error)

	mu   sync.Mutex
	now  *tls.Certificate
	seen [2]stamp // of the files when they were last read
}

// stamp tells whether a file has changed.
type stamp struct {
	changed time.Time
	size    int64
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// load reads the files, if they have changed.
func (c *certificate) load() error {
	seen := [2]stamp{stampOf(c.cert), stampOf(c.key)}
	if c.now != nil && seen == c.seen {
		return nil
	}
	c.seen = seen
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err == nil {
		c.now = &pair
	}
	return err
}

// get implements the function of that name of a tls.Config.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.load(); err != nil {
		c.failed(err)
	}
	return c.now, nil
}
