package finding

import "strconv"

// Most is the number of errors after which a reader gives up, and the number of
// findings kept of each severity: more say nothing new, and memory stays
// bounded.
const Most = 1000

// Collector gathers the findings about one file. The zero value is empty.
type Collector struct {
	File     string
	Findings []Finding

	seen    [Error + 1]int // number of findings added, by severity
	leftOut [Error + 1]int // index of the finding that counts those left out, by severity
	refused bool
}

// leftOut is the id of the finding that counts those of its severity that were
// left out.
const leftOut = "findings-left-out"

// Add adds a finding of a reader. After too many errors, the last finding says
// so and refuses the file, because the reader gives up. Warnings and infos are
// added as by Note.
func (c *Collector) Add(f Finding) {
	if f.Severity < Error || c.seen[Error] < Most {
		c.Note(f)
		return
	}
	if c.seen[Error]++; c.seen[Error] == Most+1 {
		c.keep(Refusal("too-many-findings", f.At, Int("most", Most)))
	}
}

// Note adds a finding. Of too many of a severity the first ones are kept, and a
// finding counts the others.
func (c *Collector) Note(f Finding) {
	n := 1
	if f.ID == leftOut {
		n, _ = strconv.Atoi(f.Values[0].Text)
	} else if c.Room(f.Severity) {
		c.seen[f.Severity]++
		c.keep(f)
		return
	}
	told := &c.leftOut[f.Severity]
	if *told == 0 {
		*told = len(c.Findings) + 1
		c.keep(New("findings-left-out", f.Severity, At{}, Int("findings", 0)))
	}
	more := &c.Findings[*told-1].Values[0].Text
	before, _ := strconv.Atoi(*more)
	*more = strconv.Itoa(before + n)
}

// Room reports whether a finding of a severity will be kept.
func (c *Collector) Room(s Severity) bool { return c.seen[s] < Most }

func (c *Collector) keep(f Finding) {
	f.Report = c.File
	c.Findings = append(c.Findings, f)
	c.refused = c.refused || f.Refuses && !f.InSection
}

// Full reports whether there were too many errors.
func (c *Collector) Full() bool { return c.seen[Error] > Most }

// Refused reports whether a finding refuses the whole file.
func (c *Collector) Refused() bool { return c.refused }
