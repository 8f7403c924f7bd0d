package simulation

import (
	"context"
	"fmt"
	"time"
)

// wait lets time pass: hours, days or weeks.
func (l *Life) wait() *deed {
	d := time.Duration(1+l.dice.IntN(12)) * time.Hour
	switch n := l.dice.IntN(10); {
	case n < 4:
		d = time.Duration(1+l.dice.IntN(4)) * 24 * time.Hour
	case n < 5:
		d = time.Duration(7+l.dice.IntN(15)) * 24 * time.Hour
	}
	d += time.Duration(l.dice.IntN(3600)) * time.Second
	return &deed{about: d.String(), do: func(context.Context) error {
		l.now = l.now.Add(d)
		return nil
	}}
}

// mistime sets the bureau's clock wrong: mostly by hours, also by weeks, mostly
// back.
func (l *Life) mistime() *deed {
	off := time.Duration(1+l.dice.IntN(48)) * time.Hour
	if l.dice.IntN(3) == 0 {
		off *= time.Duration(1 + l.dice.IntN(20))
	}
	if l.dice.IntN(3) > 0 {
		off = -off
	}
	return l.clock(off)
}

// righten sets the bureau's clock right.
func (l *Life) righten() *deed {
	if l.off == 0 {
		return nil
	}
	return l.clock(0)
}

func (l *Life) clock(off time.Duration) *deed {
	return &deed{about: fmt.Sprint("off by ", off), do: func(context.Context) error {
		l.off = off
		return nil
	}}
}

// knowingly writes leaves: while the clock is right, also behind one that was written
// while it was ahead.
func (l *Life) knowingly(write func() error) error {
	if l.off == 0 {
		l.desk.Behind = "the clock was ahead then"
	}
	err := write()
	l.desk.Behind = ""
	return err
}
