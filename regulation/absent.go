package regulation

import "strings"

// Stated is the name of a field of a report, and its content.
type Stated [2]string

// Absent returns the names of the empty fields.
func Absent(fields ...Stated) string {
	var names []string
	for _, f := range fields {
		if strings.TrimSpace(f[1]) == "" {
			names = append(names, f[0])
		}
	}
	return strings.Join(names, ",")
}
