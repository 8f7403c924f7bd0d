// Package reports is where organisers hand in reports: typed here, or as a file, checked, and followed until they are rated.
package reports
