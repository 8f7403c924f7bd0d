package office

import (
	"context"
	"os"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
)

// Diagnosis is what is wrong with a bureau.
type Diagnosis struct {
	Faults []bureau.Fault    // of what is stored
	Found  []finding.Finding // what else its keeper should look at
}

// Diagnose verifies everything that is stored, and looks at all that surrounds it. progress may be nil.
func Diagnose(ctx context.Context, b *bureau.Bureau, progress func(done, all int)) (*Diagnosis, error) {
	faults, err := care.Verify(ctx, b, progress)
	if err != nil {
		return nil, err
	}
	d := &Diagnosis{Faults: faults}
	looks := []func(context.Context, *bureau.Bureau) ([]finding.Finding, error){around, Foreign, integrity, Examine, care.Examine}
	if slices.ContainsFunc(faults, func(f bureau.Fault) bool { return !care.Derived(f.What) }) { // what rests on it says nothing
		looks[len(looks)-1] = func(context.Context, *bureau.Bureau) ([]finding.Finding, error) {
			return []finding.Finding{finding.New("bureau-damaged", finding.Error, finding.At{})}, nil
		}
	}
	for _, look := range looks {
		some, err := look(ctx, b)
		if err != nil {
			return nil, err
		}
		d.Found = append(d.Found, some...)
	}
	return d, nil
}

// around returns what is wrong with the files of a bureau and their disk.
func around(_ context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	found, err := filling(b)
	return slices.Concat(found, Exposed(b), Unfinished(b)), err
}

// Room returns the free bytes on the disk of a bureau's database, and its size. known is false for a database on a
// server, and where that cannot be determined.
func Room(b *bureau.Bureau) (free, size int64, known bool, err error) {
	file := Database(b).File()
	if file == "" {
		return 0, 0, false, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, 0, false, err
	}
	free, known = FreeSpace(file)
	return free, info.Size(), known, nil
}

// filling warns of a disk without room for a backup, and for growth.
func filling(b *bureau.Bureau) ([]finding.Finding, error) {
	const enough = 2 // times the size of the database
	free, size, known, err := Room(b)
	if err != nil || !known || free >= enough*size {
		return nil, err
	}
	return []finding.Finding{finding.New("disk-filling", finding.Warning, finding.At{}, finding.Int("free", int(free>>20)), finding.Int("size", int(size>>20)))}, nil
}

// integrity has the database check its tables and indexes.
func integrity(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	faults, checked, err := Database(b).Integrity(ctx)
	if err != nil {
		return nil, err
	}
	var found []finding.Finding
	for _, fault := range faults {
		found = append(found, finding.New("index-damaged", finding.Error, finding.At{}, finding.Text("fault", fault)))
	}
	if !checked {
		found = append(found, finding.New("indexes-not-checked", finding.Info, finding.At{}))
	}
	return found, nil
}
