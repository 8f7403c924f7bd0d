package check

import "github.com/arpadchess/arpad/regulation"

func confirmed(when string) Cell { return Cell{Evidence: Confirmed, When: when} }
func unknown(asks string) Cell   { return Cell{Evidence: NothingKnown, When: "missing", Asks: asks} }
func wrong(asks string) Cell     { return Cell{Evidence: Contradicted, When: "wrong", Asks: asks} }
func files(asks string) Cell     { return Cell{Evidence: Contradicted, When: "two files", Asks: asks} }
func announced(asks string) Cell {
	return Cell{Evidence: Contradicted, When: "announced otherwise", Asks: asks}
}

// as returns a cell of another case.
func (c Cell) as(when string) Cell {
	c.When = when
	return c
}

// under returns a cell that is so under one text only.
func (c Cell) under(text string) Cell {
	c.In = text
	return c
}

// by returns a cell in which a finding that is not called as the question says so.
func (c Cell) by(finding string) Cell {
	c.Finding = finding
	return c
}

// settled returns a cell in which a reading decides.
func (c Cell) settled(finding, reading string) Cell {
	c.Finding, c.Reading = finding, reading
	return c
}

// inSection returns a cell whose question is about a section.
func (c Cell) inSection() Cell {
	c.InSection = true
	return c
}

// none returns a cell of which there is no case.
func (c Cell) none(why string) Cell {
	c.Empty = why
	return c
}

// returned returns a cell in which nothing can be rated.
func (c Cell) returned(finding string) Cell {
	c.Finding, c.Returned = finding, true
	return c
}

var (
	right      = confirmed("right")
	ownFile    = func(a *regulation.About) bool { return a.OwnFile }
	withFee    = func(a *regulation.About) bool { return a.Fee.Each > 0 }
	noRegister = "a register that is not kept is not asked"
)

// everywhere returns the clauses of a claim that decides something under every text.
func everywhere(ncs, nscl, chessa Text) []Text {
	ncs.Of, nscl.Of, chessa.Of = "ncs", "nscl", "chessa"
	return []Text{ncs, nscl, chessa}
}
