package office

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/store"
)

// Examine returns the problems with a bureau's key and last checkpoint.
func Examine(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	if guard := Guard(b); guard != nil {
		return guard.Examine(ctx)
	}
	return []finding.Finding{finding.New("proof-no-key", finding.Warning, finding.At{})}, nil
}

// ownFilesOf returns the database files and the key file of a bureau.
func ownFilesOf(b *bureau.Bureau) (files []string) {
	if file := Database(b).File(); file != "" {
		files = append(files, file, file+store.WorkFile)
	}
	if guard := Guard(b); guard != nil {
		files = append(files, strings.TrimSuffix(guard.File, CheckpointFile))
	}
	return files
}

// Exposed returns the files with personal data or the key that everybody on the machine may read or
// write.
func Exposed(b *bureau.Bureau) (found []finding.Finding) {
	const everybody = 0o007
	for _, file := range ownFilesOf(b) {
		if info, err := os.Stat(file); err == nil && info.Mode().Perm()&everybody != 0 && runtime.GOOS != "windows" { // which knows no modes
			found = append(found, finding.New("file-exposed", finding.Warning, finding.At{}, finding.Text("file", file)))
		}
	}
	return found
}

// Unfinished returns the files that killed commands have left where the bureau's files are and in the
// current folder.
func Unfinished(b *bureau.Bureau) (found []finding.Finding) {
	folders := []string{"."}
	for _, file := range ownFilesOf(b) {
		if folder := filepath.Dir(file); !slices.ContainsFunc(folders, func(known string) bool { return sameFile(known, folder) }) {
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		for _, file := range settle.Left(folder) {
			found = append(found, finding.New("file-unfinished", finding.Warning, finding.At{}, finding.Text("file", file)))
		}
	}
	return found
}

// Foreign returns what others have put into the database that may change what is stored.
func Foreign(ctx context.Context, b *bureau.Bureau) (found []finding.Finding, err error) {
	all, err := Database(b).Foreign(ctx)
	for _, what := range all {
		found = append(found, finding.New("database-foreign", finding.Error, finding.At{}, finding.Text("what", what)))
	}
	return found, err
}
