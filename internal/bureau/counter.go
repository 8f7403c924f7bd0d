package bureau

// Counters are the last numbers assigned, by counter name.
var Counters = Table[int]{"counter"}

// RegistersCounter counts the changes of the registers: who keeps names at hand reads them again.
const RegistersCounter = "registers"

// Count returns the next number of a counter, from 1.
func (tx *Tx) Count(counter string) (int, error) {
	n, err := Counters.Get(tx, counter)
	if err != nil {
		return 0, err
	}
	if n == nil {
		n = new(int)
	}
	*n++
	return *n, Counters.Put(tx, counter, n)
}
