package projection

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// seat is a player in the list of a kind.
type seat struct {
	player uint32
	kind   rating.Kind
}

// publications writes the rows of publications, by seq, and those of their lists.
func (p *projecting) publications(seqs []string) error {
	if p.fresh {
		p.open = map[seat]rows.ListNow{}
	}
	made := batchOf(p, rows.Publications)
	err := each(p, lists.BySeq, seqs, made, func(_ string, key *string) error {
		if key == nil {
			return nil
		}
		published, err := lists.Publications.Get(p, *key)
		if err != nil {
			return err
		}
		if published == nil { // verify names it
			return nil
		}
		run, err := lists.FindRun(p, published.Run)
		if err != nil {
			return err
		}
		if err := p.list(published, run); err != nil {
			return err
		}
		return made.add(rows.Publication{
			Seq: published.Seq, Label: published.Label, Revision: published.Revision, InForce: run.List, At: published.At.UTC().Format(time.RFC3339),
			Edition: run.Edition, Cause: published.Cause, Run: run.ID, Digest: published.Digest,
		})
	})
	if err != nil {
		return err
	}
	return p.stillOpen()
}

// listing is a published list while its rows are written.
type listing struct {
	*lists.Publication
	made *lists.Made

	now    *roster.List
	last   *roster.List // of the publication with the seq before, of whatever label
	before *roster.List // published before it in the order of lists, from which changes are counted
	base   *roster.List // from which it was made
	ago    *roster.List // rows.ActiveLists before

	first        int // seq of the first publication of the label
	beforeSeq    int // of the list before; zero: none
	beforeLabel  string
	lastPlayed   map[seat]int32 // as of the list before, where that is not the last publication
	beforeIsLast bool
}

// list writes the rows of a published list. The list is made again beside what can be done
// without it.
func (p *projecting) list(published *lists.Publication, run *lists.Run) error {
	l := &listing{Publication: published, last: &roster.List{}, before: &roster.List{}}
	read := map[int]func() (*roster.List, error){}
	need := func(run int) error {
		if run == 0 || read[run] != nil {
			return nil
		}
		from, err := lists.ReadList(p, run)
		read[run] = from
		return err
	}
	lastRun, err := p.runBefore(published.Seq)
	if err != nil {
		return err
	}
	beforeRun := 0
	if run.Base != 0 {
		before, err := lists.PublishedBefore(p, published.Seq, run.Base)
		if err != nil {
			return err
		}
		if before != nil {
			beforeRun, l.beforeSeq, l.beforeLabel, l.beforeIsLast = before.Run, before.Seq, before.Label, before.Seq == published.Seq-1
		}
	}
	agoRun, err := longAgo(p, run)
	if err != nil {
		return err
	}
	for _, of := range []int{run.ID, run.Base, lastRun, beforeRun, agoRun} {
		if err := need(of); err != nil {
			return err
		}
	}
	listOf := func(run int) (*roster.List, error) {
		if run == 0 {
			return &roster.List{}, nil
		}
		return read[run]()
	}
	again, err := p.remaking(run, func() (*roster.List, error) { return listOf(run.Base) })
	if err != nil {
		return err
	}
	for run, to := range map[*int]**roster.List{&run.ID: &l.now, &run.Base: &l.base, &lastRun: &l.last, &beforeRun: &l.before, &agoRun: &l.ago} {
		if *to, err = listOf(*run); err != nil {
			return err
		}
	}
	if l.first, err = p.firstSeq(published); err != nil {
		return err
	}
	if err := errors.Join(p.counts(l), p.changes(l)); err != nil {
		return err
	}
	if l.made, err = p.remade(run, again); err != nil {
		return err
	}
	return p.standings(l)
}

// runBefore returns the run of the publication with the seq before; zero if there is none.
func (p *projecting) runBefore(seq int) (int, error) {
	if seq <= 1 {
		return 0, nil
	}
	key, err := lists.BySeq.Get(p, bureau.SeqKey(seq-1))
	if err != nil || key == nil {
		return 0, err
	}
	published, err := lists.Publications.Get(p, *key)
	if err != nil || published == nil { // verify names it
		return 0, err
	}
	return published.Run, nil
}

// longAgo returns the run of the list that is rows.ActiveLists before a run's, or of the
// opening list if there are fewer.
func longAgo(r bureau.Reader, run *lists.Run) (int, error) {
	for range rows.ActiveLists {
		if run.Base == 0 {
			break
		}
		var err error
		if run, err = lists.FindRun(r, run.Base); err != nil {
			return 0, err
		}
	}
	return run.ID, nil
}

// firstSeq returns the seq of the first publication of the label of another one.
func (p *projecting) firstSeq(of *lists.Publication) (int, error) {
	if of.Revision == 1 {
		return of.Seq, nil
	}
	first, err := lists.Publications.Get(p, lists.RevisionKey(of.Label, 1))
	if err != nil || first == nil { // verify names it
		return of.Seq, err
	}
	return first.Seq, nil
}

// counts writes how many players of a list have which rating.
func (p *projecting) counts(l *listing) error {
	made := batchOf(p, rows.Counts)
	for _, kind := range rating.AllKinds {
		players, active := map[rating.Rating]int32{}, map[rating.Rating]int32{}
		for i := range l.now.Standings {
			is := l.now.Standings[i].Of(kind).Rating
			if !is.Rated() {
				continue
			}
			players[is]++
			if l.active(uint32(i), kind) {
				active[is]++
			}
		}
		above := int32(0)
		for _, is := range slices.Backward(slices.Sorted(maps.Keys(players))) {
			err := made.add(rows.ListCount{Publication: int32(l.Seq), Kind: rows.KindNumber(kind), Rating: int16(is), Players: players[is], Active: active[is], Above: above})
			if err != nil {
				return err
			}
			above += players[is]
		}
	}
	return made.write()
}

// active reports whether games of a player counted in the last rows.ActiveLists lists.
func (l *listing) active(n uint32, kind rating.Kind) bool {
	now, ago := l.now.Standing(n), l.ago.Standing(n)
	return now.Of(kind).Games > ago.Of(kind).Games
}

// changes writes how a list differs from the one before, and what it has in all.
func (p *projecting) changes(l *listing) error {
	made, totals := batchOf(p, rows.Changes), batchOf(p, rows.Totals)
	inAny := rows.ListTotal{Publication: int32(l.Seq)}
	for i := range l.now.Standings {
		if l.now.Standings[i].Rated() {
			inAny.Rated++
		}
	}
	if err := totals.add(inAny); err != nil {
		return err
	}
	for _, kind := range rating.AllKinds {
		total := rows.ListTotal{Publication: int32(l.Seq), Kind: rows.KindNumber(kind)}
		for n := range uint32(max(len(l.now.Standings), len(l.before.Standings))) {
			now, before, base := l.now.Standing(n), l.before.Standing(n), l.base.Standing(n)
			is, was := now.Of(kind), before.Of(kind)
			if is.Rating.Rated() {
				total.Rated++
				if l.active(n, kind) {
					total.Active++
				}
			}
			played := is.Games - base.Of(kind).Games
			if is.Rating == was.Rating && played <= 0 || l.beforeSeq == 0 {
				continue
			}
			by, known := is.Rating.Since(was.Rating)
			switch {
			case by > 0:
				total.Rose++
			case by < 0:
				total.Fell++
			case !known && is.Rating.Rated():
				total.Created++
			case !known && was.Rating.Rated():
				total.Dropped++
			}
			err := made.add(rows.ListChange{
				Publication: int32(l.Seq), Kind: rows.KindNumber(kind), Player: n, Before: int16(was.Rating), Rating: int16(is.Rating), Change: int16(by),
				Played: int16(max(0, min(played, math.MaxInt16))),
			})
			if err != nil {
				return err
			}
		}
		if err := totals.add(total); err != nil {
			return err
		}
	}
	return errors.Join(made.write(), totals.write())
}

// standings writes the standings that a publication has and the one before it has not.
func (p *projecting) standings(l *listing) error {
	var changed []seat
	for n := range uint32(max(len(l.now.Standings), len(l.last.Standings))) {
		now, was := l.now.Standing(n), l.last.Standing(n)
		for _, kind := range rating.AllKinds {
			a, b := now.Of(kind), was.Of(kind)
			if a.Rating != b.Rating || a.Games != b.Games || l.made.MoveOf(n, kind).K != 0 {
				changed = append(changed, seat{n, kind})
			}
		}
	}
	if err := p.readOpen(l, changed); err != nil {
		return err
	}
	p.notePlays(l)
	past, now := batchOf(p, rows.ListsPast), batchOf(p, rows.ListsNow)
	for _, at := range changed {
		standing := l.now.Standing(at.player)
		state := standing.Of(at.kind)
		last, had := p.open[at]
		if had {
			err := past.add(rows.ListPast{
				Player: last.Player, Kind: last.Kind, Since: last.Since, Until: int32(l.Seq), Rating: last.Rating, Games: last.Games, LastPlayed: last.LastPlayed, K: last.K,
			})
			if err != nil {
				return err
			}
		}
		next := rows.ListNow{
			Kind: rows.KindNumber(at.kind), Player: at.player, Since: int32(l.Seq), Rating: int16(state.Rating), Games: state.Games,
			LastPlayed: p.lastPlayedOf(l, at, last.LastPlayed), K: int16(l.made.MoveOf(at.player, at.kind).K),
		}
		p.open[at] = next
		if !p.fresh {
			if err := now.add(next); err != nil {
				return err
			}
		}
	}
	return errors.Join(past.write(), now.write())
}

// readOpen reads the standings of seats as the last publication has them, and when they
// last played as of the list before.
func (p *projecting) readOpen(l *listing, seats []seat) error {
	if p.fresh {
		return nil
	}
	p.open, l.lastPlayed = map[seat]rows.ListNow{}, map[seat]int32{}
	byKind := map[rating.Kind][]any{}
	for _, at := range seats {
		byKind[at.kind] = append(byKind[at.kind], int64(at.player))
	}
	for kind, players := range byKind {
		for some := range slices.Chunk(players, batchSize) {
			found, err := rows.ListsNow.Select(p, bureau.Range{Is: []any{int64(kind)}, Any: some})
			if err != nil {
				return err
			}
			for _, s := range found {
				p.open[seat{s.Player, kind}] = *s
			}
			if l.beforeIsLast || l.beforeSeq == 0 {
				continue
			}
			for _, s := range found {
				if int(s.Since) <= l.beforeSeq {
					l.lastPlayed[seat{s.Player, kind}] = s.LastPlayed
				}
			}
			past, err := rows.ListsPast.Select(p, bureau.Range{Any: some})
			if err != nil {
				return err
			}
			for _, s := range past {
				if rating.Kind(s.Kind) == kind && int(s.Since) <= l.beforeSeq && int(s.Until) > l.beforeSeq {
					l.lastPlayed[seat{s.Player, kind}] = s.LastPlayed
				}
			}
		}
	}
	return nil
}

// lastPlayedOf returns the list in whose period the last games of a seat counted, by the
// seq of its first publication, given that of the last publication.
func (p *projecting) lastPlayedOf(l *listing, at seat, last int32) int32 {
	now, base := l.now.Standing(at.player), l.base.Standing(at.player)
	switch {
	case now.Of(at.kind).Games > base.Of(at.kind).Games:
		return int32(l.first)
	case l.beforeIsLast || l.beforeSeq == 0:
		return last
	case p.fresh:
		return p.plays.last(l.beforeLabel, at)
	}
	return l.lastPlayed[at]
}

// notePlays notes in whose list games counted, if all rows are written anew: the lists of
// corrections ask for that.
func (p *projecting) notePlays(l *listing) {
	if !p.fresh {
		return
	}
	of := play{label: l.Label, first: l.first}
	for k := range of.seats {
		of.seats[k] = make([]uint64, (len(l.now.Standings)+63)/64)
		for n := range uint32(len(l.now.Standings)) {
			now, base := l.now.Standing(n), l.base.Standing(n)
			if now[k].Games > base[k].Games {
				of.seats[k][n/64] |= 1 << (n % 64)
			}
		}
	}
	i := slices.IndexFunc(p.plays, func(other play) bool { return other.label == l.Label })
	if i < 0 {
		p.plays = append(p.plays, of)
	} else {
		p.plays[i] = of
	}
}

// plays are the lists in the order of their first publications, with who played in their
// periods.
type plays []play

type play struct {
	label string
	first int // seq of the first publication
	seats [rating.Kinds][]uint64
}

// last returns the last list up to one in whose period games of a seat counted, by the seq
// of its first publication; zero if there is none.
func (all plays) last(label string, at seat) int32 {
	upTo := slices.IndexFunc(all, func(p play) bool { return p.label == label })
	for _, p := range slices.Backward(all[:upTo+1]) {
		of := p.seats[at.kind-1]
		if n := at.player; int(n/64) < len(of) && of[n/64]&(1<<(n%64)) != 0 {
			return int32(p.first)
		}
	}
	return 0
}

// stillOpen writes the standings of the last publication, if all rows are written anew.
func (p *projecting) stillOpen() error {
	if !p.fresh {
		return nil
	}
	all := slices.SortedFunc(maps.Keys(p.open), func(a, b seat) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.player, b.player)) })
	made := batchOf(p, rows.ListsNow)
	for _, at := range all {
		if err := made.add(p.open[at]); err != nil {
			return err
		}
	}
	return made.write()
}
