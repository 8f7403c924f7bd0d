package finding

// Most is the number of findings after which a reader gives up: more of them
// say nothing new, and memory stays bounded.
const Most = 1000

// Collector gathers the findings about one file.
type Collector struct {
	File     string
	Findings []Finding
}

// Add adds a finding about the file. Of too many it keeps the first ones, and
// says so in the last, which is a refusal.
func (c *Collector) Add(f Finding) {
	f.Report = c.File
	switch {
	case len(c.Findings) < Most:
		c.Findings = append(c.Findings, f)
	case len(c.Findings) == Most:
		last := Refusal("too-many-findings", f.At, Int("most", Most))
		last.Report = c.File
		c.Findings = append(c.Findings, last)
	}
}

// Full says that the collector has given up.
func (c *Collector) Full() bool { return len(c.Findings) > Most }

// Refused says whether a finding refuses the whole file.
func (c *Collector) Refused() bool {
	for _, f := range c.Findings {
		if f.Refuses && !f.InSection {
			return true
		}
	}
	return false
}
