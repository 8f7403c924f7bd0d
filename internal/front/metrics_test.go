package front

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// What was asked is counted by form of address and status, on an address of its own.
func TestMetrics(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /players/{id}", fine)
	f := fronted(mux.ServeHTTP)
	f.Metrics = NewMetrics()
	f.Metrics.Count("arpad_pages_total", "Pages.", map[string]string{"from": "memory"}, func() int64 { return 7 })
	listener := listen(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.ServeMetrics(ctx, listener) }()
	address := "http://" + serve(t, f)
	for path, want := range map[string]int{"/players/N1": 200, "/players/N2?q=secret": 200, "/nothing": 404, "/metrics": 404} {
		if got := do(t, http.DefaultClient, http.MethodGet, address+path, nil, nil); got.StatusCode != want {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
	do(t, http.DefaultClient, http.MethodPost, address, http.Header{"Sec-Fetch-Site": {"cross-site"}}, nil)
	said := do(t, http.DefaultClient, http.MethodGet, "http://"+listener.Addr().String()+"/metrics", nil, nil).said
	for _, want := range []string{
		`arpad_requests_total{page="/players/{id}",status="200"} 2`, `arpad_requests_total{page="refused",status="404"} 2`, `arpad_requests_total{page="refused",status="403"} 1`,
		`arpad_request_seconds_count{page="/players/{id}"} 2`, `arpad_pages_total{from="memory"} 7`, "process_resident_memory_bytes", "go_goroutines",
	} {
		if !strings.Contains(said, want+"\n") && !strings.Contains(said, want+" ") {
			t.Errorf("%s is missing in\n%s", want, said)
		}
	}
	if strings.Contains(said, "N1") || strings.Contains(said, "secret") || strings.Contains(said, "127.0.0.1") {
		t.Errorf("visitors can be told apart:\n%s", said)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
