// Package e2e holds the tests of the public site in a browser: the demo federation,
// served by the program as it is built, in Chromium.
package e2e
