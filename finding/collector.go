package finding

import "strconv"

// Most is the number of errors after which a reader gives up, and the number of
// warnings and of infos that are kept: more of them say nothing new, and memory
// stays bounded.
const Most = 1000

// Collector gathers the findings about one file. The zero value is empty.
type Collector struct {
	File     string
	Findings []Finding

	seen    [Error + 1]int // findings that were added, by severity
	leftOut [Error]int     // where among the findings the number of those is told that were left out, by severity
	refused bool
}

// Add adds a finding about the file. After too many errors the last one says so,
// and refuses the file. Of too many warnings or infos the first ones are kept,
// and a finding tells how many are not.
func (c *Collector) Add(f Finding) {
	f.Report = c.File
	c.seen[f.Severity]++
	switch more := c.seen[f.Severity] - Most; {
	case more <= 0:
		c.keep(f)
	case f.Severity != Error && more == 1:
		c.leftOut[f.Severity] = len(c.Findings)
		c.keep(New("findings-left-out", f.Severity, At{}, Int("findings", more)))
	case f.Severity != Error:
		c.Findings[c.leftOut[f.Severity]].Values[0].Text = strconv.Itoa(more)
	case more == 1:
		c.keep(Refusal("too-many-findings", f.At, Int("most", Most)))
	}
}

func (c *Collector) keep(f Finding) {
	f.Report = c.File
	c.Findings = append(c.Findings, f)
	c.refused = c.refused || f.Refuses && !f.InSection
}

// Full reports whether there were too many errors.
func (c *Collector) Full() bool { return c.seen[Error] > Most }

// Refused reports whether a finding refuses the whole file.
func (c *Collector) Refused() bool { return c.refused }
