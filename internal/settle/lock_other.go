//go:build !linux && !darwin

package settle

import "os"

func lock(*os.File) bool { return true }
