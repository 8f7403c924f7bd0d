//go:build !js

package register

import (
	"errors"
	"net/mail"
)

func checkAddress(s string) error {
	if s == "" {
		return nil
	}
	a, err := mail.ParseAddress(s)
	if err == nil && (a.Address != s || a.Name != "") {
		err = errors.New("more than an address")
	}
	return err
}
