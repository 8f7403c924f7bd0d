package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/need"
)

// begins starts a program, which ends with the test, and returns once it says something.
func begins(t *testing.T, c *exec.Cmd, says string) {
	t.Helper()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill() // it has nothing to keep
		_ = c.Wait()
	})
	lines := bufio.NewScanner(out)
	var said strings.Builder
	for lines.Scan() {
		if fmt.Fprintln(&said, lines.Text()); strings.Contains(lines.Text(), says) {
			go func() {
				for lines.Scan() { // what it goes on saying is not asked for
					continue
				}
			}()
			return
		}
	}
	t.Fatalf("%s ended: %s", c.Path, said.String())
}

// ports returns ports that were free just now.
func ports(t *testing.T, n int) (free []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }() // for whoever uses it
		free = append(free, l.Addr().(*net.TCPAddr).Port)
	}
	return free
}

// The certificates come by themselves, from an issuer that looks at the host first: a real one for tests, Debian's
// Pebble.
func TestCertificateIsObtained(t *testing.T) {
	t.Parallel()
	need.Program(t, "pebble")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	d := newOffice(t, "arpad.db")
	d.do("set", "contact=office@example.jp", "--reason", "site")
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	must(err)
	for name, block := range map[string]*pem.Block{"ca.pem": {Type: "CERTIFICATE", Bytes: der}, "ca.key": {Type: "PRIVATE KEY", Bytes: private}} {
		must(os.WriteFile(d.path(name), pem.EncodeToMemory(block), 0o600))
	}
	free := ports(t, 6)
	settings, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": fmt.Sprintf("127.0.0.1:%d", free[0]), "managementListenAddress": fmt.Sprintf("127.0.0.1:%d", free[1]),
		"certificate": d.path("ca.pem"), "privateKey": d.path("ca.key"), "httpPort": free[2], "tlsPort": free[3],
	}})
	must(err)
	must(os.WriteFile(d.path("pebble.json"), settings, 0o600))
	begins(t, exec.Command("pebble-challtestsrv", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", "", "-dns01", fmt.Sprintf("127.0.0.1:%d", free[4]), "-management", fmt.Sprintf("127.0.0.1:%d", free[5])), "Starting")
	pebble := exec.Command("pebble", "-config", d.path("pebble.json"), "-dnsserver", fmt.Sprintf("127.0.0.1:%d", free[4]))
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	begins(t, pebble, "Listening on")

	const host = "rating.example.jp"
	server := d.under(t.Context(), nil, "serve", "--addr", fmt.Sprintf("127.0.0.1:%d", free[3]), "--base", "https://"+host, "--acme", d.path("certificates"), "--acme-directory", fmt.Sprintf("https://localhost:%d/dir", free[0]))
	server.Env = append(server.Env, "SSL_CERT_FILE="+d.path("ca.pem"))
	begins(t, server, "https://127.0.0.1")
	c, err := (&tls.Dialer{Config: &tls.Config{ServerName: host, InsecureSkipVerify: true}}).DialContext(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", free[3]))
	must(err)
	got := c.(*tls.Conn).ConnectionState().PeerCertificates[0]
	must(c.Close())
	if err := got.VerifyHostname(host); err != nil || !strings.Contains(got.Issuer.CommonName, "Pebble") {
		t.Errorf("%v, of %s", err, got.Issuer)
	}
	if kept, err := os.ReadFile(d.path("certificates/" + host)); err != nil || !bytes.Contains(kept, []byte("CERTIFICATE")) {
		t.Errorf("kept: %v", err)
	}
	if _, err := (&tls.Dialer{Config: &tls.Config{ServerName: "other.example.jp", InsecureSkipVerify: true}}).DialContext(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", free[3])); err == nil {
		t.Error("there is a certificate for another host")
	}
}

// A proxy of the same machine reaches the site through a socket; what it says of visitors counts. A socket that a killed
// server has left does no harm.
func TestServedThroughASocket(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	d.do("set", "contact=office@example.jp", "--reason", "site")
	socket := d.path("s")
	through := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}}
	for range 2 {
		server := d.under(t.Context(), nil, "serve", "--addr", socketFile+socket)
		begins(t, server, socketFile+socket)
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://rating.example.jp/en/", nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-Forwarded-Proto", "https")
		q.Header.Set("X-Forwarded-For", "192.0.2.7")
		got, err := through.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		if got.StatusCode != http.StatusOK || got.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s, %v", got.Status, got.Header)
		}
		if err := got.Body.Close(); err != nil {
			t.Error(err)
		}
		if err := server.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = server.Wait() // it was killed
	}
}

// The watchdog of systemd hears of a server that answers.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	heard, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: d.path("n"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = heard.Close() })
	server := d.under(t.Context(), nil, "serve", "--addr", "127.0.0.1:0")
	server.Env = append(server.Env, "NOTIFY_SOCKET="+d.path("n"), "WATCHDOG_USEC=300000")
	begins(t, server, "http://")
	for message, n := make([]byte, 100), 0; n < 3; {
		if err := heard.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		size, err := heard.Read(message)
		if err != nil {
			t.Fatalf("it was heard %d times: %v", n, err)
		}
		if string(message[:size]) == "WATCHDOG=1" {
			n++
		}
	}
}
