// Package synth makes a believable chess federation from a seed: people with
// names, clubs and a true playing strength, an opening list that reflects it
// more or less, a year of meetings and tournaments, and the mistakes that
// reports have in life. It feeds the demo, the benchmarks and the simulator,
// for which no real person's data may serve.
//
//	f := synth.New(1, synth.Size{Country: synth.Japan, Players: 800, Clubs: 12})
//	players, list := f.Opening()
//	reports := f.Events(f.On, f.On+365, synth.Volume{})
//	planted, ok := f.Plant(7, synth.UnknownID, reports[0])
//
// Benchmarks take Year, a national federation's year of 3,000 reports, and
// Period, a single calculation period of as many games as wanted, packed.
//
// Everybody in it is invented. Names are put together by chance from lists of
// common ones, e-mail addresses lie in domains reserved for examples, and
// national and FIDE numbers in ranges that nobody issues.
//
// The same seed gives the same bytes on any machine, whatever its word size
// and number of processors. So there is one source of chance, dice; all
// arithmetic is in integers, since machines differ in how they round a
// floating-point product; nothing goes through a map in the map's order; and
// there is no clock.
package synth
