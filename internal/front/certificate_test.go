package front

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A certificate that is renewed is used without a restart; one that cannot be read is
// logged, and the one before stays.
func TestCertificateIsReadAgain(t *testing.T) {
	t.Parallel()
	f := fronted(fine)
	folder := t.TempDir()
	f.Cert, f.Key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	trusted := x509.NewCertPool()
	certify(t, f, trusted, "first")
	said := &text{}
	f.Log = said
	address := "https://" + serve(t, f)
	issued := func() string {
		c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: "example.jp"}, ForceAttemptHTTP2: true, DisableKeepAlives: true}}
		got := do(t, c, http.MethodGet, address, nil, nil)
		if got.Header.Get("Strict-Transport-Security") == "" || got.ProtoMajor != 2 {
			t.Errorf("%s, %v", got.Proto, got.Header)
		}
		return got.TLS.PeerCertificates[0].Subject.Organization[0]
	}
	if got := issued(); got != "first" {
		t.Error(got)
	}
	certify(t, f, trusted, "the second")
	if got := issued(); got != "the second" {
		t.Error(got)
	}
	if err := os.WriteFile(f.Cert, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := issued(); got != "the second" {
			t.Error(got)
		}
	}
	if n := strings.Count(said.String(), "\n"); n != 1 {
		t.Errorf("%d lines were logged: %s", n, said)
	}
}

// Without a certificate there is no server.
func TestNoCertificate(t *testing.T) {
	f := fronted(fine)
	f.Cert, f.Key = "none", "none"
	if err := f.Serve(t.Context(), listen(t)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// certify writes a certificate of an organisation for example.jp.
func certify(t *testing.T, f *Front, trusted *x509.CertPool, organisation string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{Organization: []string{organisation}}, DNSNames: []string{"example.jp"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	trusted.AppendCertsFromPEM(cert)
	for path, data := range map[string][]byte{f.Cert: cert, f.Key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
