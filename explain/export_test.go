package explain

// Keys returns all texts of a language, by key.
var Keys = keys

// Has reports whether there is a text.
func (p *Printer) Has(key string) bool {
	_, ok := p.lookUp(key, Data{}, nil)
	return ok
}
