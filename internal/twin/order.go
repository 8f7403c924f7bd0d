package twin

import "slices"

// inOrder counts the games that x and y share in the same order of rounds: the
// maximum over all ways to match rounds of x with rounds of y in ascending
// order.
func inOrder(x, y []Game) int {
	late := rounds(y)
	where := map[same][]number{} // the rounds of y with a game, and how often
	for j, round := range late {
		for game, n := range round {
			where[game] = append(where[game], number{j, n})
		}
	}
	best := make([]int, len(late)+1) // best counts for the rounds of x so far and the first rounds of y
	common := make([]int, len(late))
	for _, round := range rounds(x) {
		clear(common)
		for game, n := range round {
			for _, in := range where[game] {
				common[in.round] += min(n, in.times)
			}
		}
		diagonal := 0
		for j := range late {
			above := best[j+1]
			best[j+1] = max(above, best[j], diagonal+common[j])
			diagonal = above
		}
	}
	return best[len(late)]
}

// number is a round and how often it has a game.
type number struct{ round, times int }

// rounds returns the games of each round, in order.
func rounds(games []Game) []map[same]int {
	by := map[int]map[same]int{}
	var order []int
	for i := range games {
		g := &games[i]
		if by[g.Round] == nil {
			by[g.Round] = map[same]int{}
			order = append(order, g.Round)
		}
		by[g.Round][g.same()]++
	}
	slices.Sort(order)
	all := make([]map[same]int, len(order))
	for i, round := range order {
		all[i] = by[round]
	}
	return all
}
