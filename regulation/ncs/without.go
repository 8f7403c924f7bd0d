package ncs

import (
	"time"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// without removes each clause that decides a number from an edition.
var without = map[string]func(*Edition){
	"1(3)":     func(e *Edition) { e.Lists = e.Lists[:1] },
	"3(3)":     func(e *Edition) { e.PeriodFrom = 1 },
	"4(6)":     func(e *Edition) { e.DeclaredMinutes = e.StandardMinutes },
	"4(7)":     func(e *Edition) { e.TypeNotStated = rating.Rapid },
	"5(1)":     func(e *Edition) { e.KUsual, e.KNew, e.KYoung, e.KMaster = 0, 0, 0, 0 },
	"5(1) R":   func(e *Edition) { e.Value = [3]int32{50, 50, 50} },
	"5(1) K":   func(e *Edition) { e.KNew, e.KYoung, e.KMaster = e.KUsual, e.KUsual, e.KUsual },
	"5(1) age": func(e *Edition) { e.AgeOn = [2]int{int(time.December), 31} },
	"5(1) PD":  func(e *Edition) { e.Table = elo.Level },
	"5(2)":     func(e *Edition) { e.Round = rating.Points.Truncate },
	"5(3)":     func(e *Edition) { e.UnratedGame = true },
	"5(4)":     func(e *Edition) { e.Cap = elo.Span },
	"5(5)":     func(e *Edition) { e.Floor = 1 },
	"6(1)":     func(e *Edition) { e.FromOtherList = false },
	"6(2)":     func(e *Edition) { e.FromFIDE = nil },
	"6(3)":     func(e *Edition) { e.NewGames = 0 },
	"6(4)":     func(e *Edition) { e.First = elo.FirstByTable },
	"7(2)":     func(e *Edition) { e.FirstEventWithoutPoint = false },
	"Table 1":  func(e *Edition) { e.Table = elo.Formula() },
	"Table 2":  func(e *Edition) { e.RapidMinutes = 0 },
}

// kept are the clauses of 2022 that a later text lacks but a reading keeps.
var kept = map[string]string{"J13": "4(7)", "J20": "5(1) age"}

// Without returns the edition as if a clause were not there, or a reading that
// keeps a missing clause, and false if that decides no number.
func (e *Edition) Without(clause string) (regulation.Edition, bool) {
	for of2022, leave := range without {
		number := e.number(of2022)
		if number == "" && kept[clause] != of2022 || number != "" && number != clause {
			continue
		}
		amended := *e
		leave(&amended)
		return &amended, true
	}
	return nil, false
}
