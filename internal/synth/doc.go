// Package synth generates a realistic chess federation from a seed: people with
// names, clubs and a true playing strength, an opening list that reflects it
// more or less, a year of meetings and tournaments, and the mistakes that occur
// in reports. It is for the demo, the benchmarks and the simulator, which must
// not use real persons' data.
//
//	f := synth.New(1, synth.Size{Country: synth.Japan, Players: 800, Clubs: 12})
//	players, list := f.Opening()
//	reports := f.Events(f.On, f.On+365, synth.Volume{})
//	planted, ok := f.Plant(7, synth.UnknownID, reports[0])
//
// Everybody in it is invented. Names are random combinations from lists of
// common ones, e-mail addresses are in domains reserved for examples, and
// national and FIDE numbers are in ranges that nobody issues.
//
// The same seed produces the same bytes on any machine, whatever its word size
// and number of processors. Therefore dice is the only source of randomness; all
// arithmetic is in integers, because machines round floating-point products
// differently; nothing depends on map order; and there is no clock.
package synth
