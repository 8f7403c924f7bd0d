package report

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// Nobody reports whether a name is no person's, but what programs write for the opponent of who has
// none, and whether the pairing gave the bye.
func Nobody(name string) (byPairing, is bool) {
	switch FoldName(name) {
	case "bye", "(bye)", "spielfrei", "freilos", "no player", "no opponent", "nobody", "exempt", "libre", "riposo", "不戦勝", "выходной":
		return true, true
	case "not paired", "nicht gepaart", "nicht ausgelost", "組合せなし", "欠場", "不参加":
		return false, true
	}
	return false, false
}

// IsNobody reports whether an entry is no person, but stands for a bye. Its rating is what a program
// writes where every player must have one.
func (p *Player) IsNobody() bool {
	if p.ID != "" || p.FideID != "" {
		return false
	}
	_, is := Nobody(p.Name)
	return is
}

// DropNobodies takes out the entries that are no persons, and notes each. Who is paired with one has
// a bye.
func (s *Section) DropNobodies(note func(finding.Finding)) {
	none := map[int]string{}
	for i := range s.Players {
		if p := &s.Players[i]; p.IsNobody() {
			none[p.StartNumber] = p.Name
			note(finding.New("nobody", finding.Info, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name)).In(s.Name))
		}
	}
	if len(none) == 0 {
		return
	}
	s.Players = slices.DeleteFunc(s.Players, func(p Player) bool { return none[p.StartNumber] != "" && p.IsNobody() })
	s.Byes = slices.DeleteFunc(s.Byes, func(b Bye) bool { return none[b.Player] != "" })
	s.Games = slices.DeleteFunc(s.Games, func(g Game) bool {
		white, black := none[g.White], none[g.Black]
		switch {
		case white == "" && black == "":
			return false
		case white == "":
			s.Byes = append(s.Byes, Bye{Round: g.Round, Player: g.White, Kind: byeAgainst(black, g.Result, WhiteWon, WhiteByForfeit), At: g.At})
		case black == "":
			s.Byes = append(s.Byes, Bye{Round: g.Round, Player: g.Black, Kind: byeAgainst(white, g.Result, BlackWon, BlackByForfeit), At: g.At})
		}
		return true
	})
}

// byeAgainst returns the bye of who is paired with nobody: by the results that are a full point for them.
func byeAgainst(nobody string, result Result, won, byForfeit Result) ByeKind {
	byPairing, _ := Nobody(nobody)
	switch {
	case result == Drawn:
		return HalfBye
	case result != won && result != byForfeit:
		return ZeroBye
	case byPairing:
		return PairingBye
	}
	return FullBye
}
