package site

import "testing"

// The address of a year is not that of an event, and the other way round.
func TestAddressesOfEvents(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]string{
		"/en/events/": "/events", "/en/events/2023/": "/events/{year}", "/en/events/2023/pages/2/": "/events/{year}/pages/{page}", "/en/events/2023-01-0001/": "/events/{ref}",
		"/en/events/2023-01-0001.json": "/events/{ref}", "/en/events/20234/": "/events/{ref}", "/en/events/2023-01-0001/1.trf": "/events/{ref}/{section}", "/en/players/": "/players",
	} {
		if found, _ := find(of); found.pattern != want {
			t.Errorf("%s is %s, want %s", of, found.pattern, want)
		}
	}
}
