package synth

import "github.com/arpadchess/arpad/report"

// Year returns a national federation and its year for benchmarks: 30,000
// players and 3,000 reports of about 100,000 games, received in the twelve
// calculation periods of Japan from 21 December 2023 to 20 December 2024.
func Year(seed uint64) (*Federation, []*report.Report) {
	f := New(seed, Size{Country: Japan, Players: 30_000, Clubs: 300})
	return f, f.Events(f.On, f.On.FirstOfMonth(12)+19, Volume{Reports: 3_000, Games: 100_000})
}
