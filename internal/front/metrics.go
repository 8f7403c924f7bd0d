package front

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts requests by the kind of page and status, never by visitor.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// NewMetrics returns metrics that begin at zero.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "arpad_requests_total", Help: "Requests by the form of the address and the status of the answer."}, []string{"page", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "arpad_request_seconds", Help: "Time to answer a request, by the form of the address.", Buckets: prometheus.ExponentialBucketsRange(0.0001, 10, 11),
		}, []string{"page"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Count adds a number that only grows.
func (m *Metrics) Count(name, help string, labels map[string]string, value func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(value()) }))
}

// Signs adds a number for each of some names of a label: 1 if a function returns the name, else 0. It is called when the numbers are asked for.
func (m *Metrics) Signs(name, help, label string, names []string, on func() []string) {
	m.registry.MustRegister(&signs{prometheus.NewDesc(name, help, []string{label}, nil), names, on})
}

// signs implements prometheus.Collector.
type signs struct {
	is    *prometheus.Desc
	names []string
	on    func() []string
}

// Describe implements prometheus.Collector.
func (s *signs) Describe(to chan<- *prometheus.Desc) { to <- s.is }

// Collect implements prometheus.Collector.
func (s *signs) Collect(to chan<- prometheus.Metric) {
	on := s.on()
	for _, name := range s.names {
		value := 0.0
		if slices.Contains(on, name) {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(s.is, prometheus.GaugeValue, value, name)
	}
}

// handler serves /metrics.
func (m *Metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// count counts a request.
func (m *Metrics) count(r *http.Request, status int, took time.Duration) {
	if m == nil {
		return
	}
	page := pageOf(r)
	m.requests.WithLabelValues(page, strconv.Itoa(cmp.Or(status, http.StatusOK))).Inc()
	m.seconds.WithLabelValues(page).Observe(took.Seconds())
}

// pageOf returns the form of the address that a request was answered by.
func pageOf(r *http.Request) string {
	if r.Pattern == "" {
		return "refused"
	}
	return strings.TrimSuffix(strings.TrimPrefix(r.Pattern, "GET "), "{$}")
}
