package report

import "slices"

// Same reports whether two reports of an event say the same of its sections, players and games,
// wherever that stands in their files: a page that was saved twice.
func Same(a, b *Report) bool {
	return a.Organizer == b.Organizer && a.Received == b.Received && a.Type == b.Type && a.TimeControlText == b.TimeControlText &&
		slices.Equal(a.TimeControl, b.TimeControl) && slices.EqualFunc(a.Sections, b.Sections, sameSection)
}

func sameSection(a, b Section) bool {
	return a.Name == b.Name && a.Group == b.Group && a.Type == b.Type && a.PlannedRounds() == b.PlannedRounds() && slices.Equal(a.TimeControl, b.TimeControl) &&
		slices.EqualFunc(a.Players, b.Players, samePlayer) && slices.EqualFunc(a.Games, b.Games, sameGame) && slices.EqualFunc(a.Disputed, b.Disputed, sameGame) &&
		slices.EqualFunc(a.Byes, b.Byes, func(x, y Bye) bool { x.At = y.At; return x == y })
}

func samePlayer(a, b Player) bool {
	points := a.Points == nil && b.Points == nil || a.Points != nil && b.Points != nil && *a.Points == *b.Points
	return points && a.StartNumber == b.StartNumber && a.Name == b.Name && slices.Equal(a.Numbers(), b.Numbers()) && a.Federation == b.Federation && a.Sex == b.Sex &&
		a.Birth == b.Birth && a.Rating == b.Rating
}

func sameGame(a, b Game) bool {
	a.At = b.At
	return a == b
}
