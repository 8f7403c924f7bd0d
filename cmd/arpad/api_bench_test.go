package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/site"
)

// BenchmarkAPI asks the API over loopback for answers that are at hand, and in turn a bare
// handler that sends the same bytes. ARPAD_PLAYERS is the size of the federation.
func BenchmarkAPI(b *testing.B) {
	path := filepath.Join(b.TempDir(), demoFile)
	d, err := buildDemoOf(&app{Printer: explain.New("en")}, path, number("ARPAD_PLAYERS", demoPlayers))
	if err != nil {
		b.Fatal(err)
	}
	bureau, err := (&office.Office{Database: path, Clock: func() time.Time { return d.now }}).Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = office.Close(bureau) }()
	site := site.New(bureau)
	site.Fresh = siteFresh
	served := httptest.NewServer(&public{site, api.New(site.Public)})
	defer served.Close()
	for _, address := range []string{"/lists", "/lists/2024-10/standard?limit=100", "/players/N00900347/history", "/players/N00900347/why/2024-09/standard?lang=ja", "/corrections"} {
		b.Run(address, func(b *testing.B) {
			body, contentType := ask(b, served.URL+api.Root+address)
			plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", contentType)
				_, _ = w.Write(body)
			}))
			defer plain.Close()
			var rates []float64
			for b.Loop() {
				ours := rateOf(b, served.URL+api.Root+address)
				rates = append(rates, ours/rateOf(b, plain.URL))
			}
			b.ReportMetric(middle(rates), "of-bare")
		})
	}
}

// ask returns a body as it is sent, and its type.
func ask(b *testing.B, address string) ([]byte, string) {
	response, err := asIs.Get(address)
	if err != nil {
		b.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil || response.Body.Close() != nil || response.StatusCode != http.StatusOK {
		b.Fatal(address, response.Status, err)
	}
	return body, response.Header.Get("Content-Type")
}

// rateOf returns how many requests a second are answered, on several connections.
func rateOf(b *testing.B, address string) float64 {
	const connections, requests = 8, 4000
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	var left atomic.Int64
	left.Store(requests)
	done := make(chan error, connections)
	begun := time.Now()
	for range connections {
		go func() {
			for left.Add(-1) >= 0 {
				response, err := client.Get(address)
				if err == nil {
					_, err = io.Copy(io.Discard, response.Body)
					_ = response.Body.Close()
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range connections {
		if err := <-done; err != nil {
			b.Error(err)
		}
	}
	return requests / time.Since(begun).Seconds()
}
