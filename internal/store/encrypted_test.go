package store_test

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// certify has a server use a certificate.
func certify(t *testing.T, address string) {
	t.Helper()
	secure := httptest.NewTLSServer(http.NotFoundHandler()) // has a certificate
	defer secure.Close()
	key, err := x509.MarshalPKCS8PrivateKey(secure.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"server.crt": {Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}, "server.key": {Type: "PRIVATE KEY", Bytes: key}} {
		lines := strings.ReplaceAll(strings.TrimSpace(string(pem.EncodeToMemory(block))), "\n", ",")
		write := fmt.Sprintf("COPY (SELECT unnest(string_to_array('%s', ','))) TO PROGRAM 'umask 077; cat > %s'", lines, name)
		if err := pgtest.Exec(t.Context(), address, write); err != nil {
			t.Fatal(err)
		}
	}
}

// A connection to another machine is encrypted or refused, unless the address says otherwise; one
// that stays on this machine needs not be.
func TestConnectionsAreEncrypted(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	s := storetest.Create(t, address)
	if err := errors.Join(count(t.Context(), s), s.Close()); err != nil {
		t.Fatal(err)
	}
	certify(t, address)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(free.Addr().String())
	if err := errors.Join(err, free.Close()); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	const elsewhere = "0.0.0.0" // reaches this machine, and does not look so
	at := func(host string) string {
		return "postgres://arpad@" + net.JoinHostPort(host, port) + u.Path + "?connect_timeout=2"
	}
	for encrypts, want := range map[string]error{"off": store.ErrPlain, "on": nil} {
		server.Options = "-c listen_addresses=127.0.0.1 -c ssl=" + encrypts + " -c port=" + port
		if err := errors.Join(server.Halt(), server.Run()); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			address string
			want    error
		}{
			{address + "&port=" + port, nil}, {at("127.0.0.1"), nil}, {at("localhost"), nil}, {at(elsewhere) + "&sslmode=disable", nil}, {at(elsewhere), want},
		} {
			s, err := store.Open(t.Context(), c.address)
			if err == nil {
				err = errors.Join(count(t.Context(), s), plain(t, address+"&port="+port, c.address == at(elsewhere)), s.Close())
			}
			if !errors.Is(err, c.want) {
				t.Errorf("ssl=%s, %s: %v, want %v", encrypts, c.address, err, c.want)
			}
		}
	}
	server.Options = ""
	if err := errors.Join(server.Halt(), server.Run()); err != nil {
		t.Fatal(err)
	}
}

// plain returns an error if the program has connections to a server that are not encrypted, and must not.
func plain(t *testing.T, address string, must bool) error {
	t.Helper()
	c, err := pgx.Connect(t.Context(), address)
	if err != nil {
		return err
	}
	var n int
	err = c.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'arpad' AND NOT ssl").Scan(&n)
	if n > 0 && must {
		err = fmt.Errorf("%d connections are not encrypted", n)
	}
	return errors.Join(err, c.Close(t.Context()))
}
