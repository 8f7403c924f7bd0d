// Package authenticator is the app on a telephone that shows one-time codes.
package authenticator

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Code returns the code that is shown at a time (RFC 6238).
func Code(secret []byte, at time.Time) string {
	mac := hmac.New(sha1.New, secret)
	_ = binary.Write(mac, binary.BigEndian, at.Unix()/30) // a hash never fails
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[from:])&0x7fffffff)%1_000_000)
}

// Secret returns the secret that a page shows to be typed, nil if it shows none.
func Secret(page string) []byte {
	found := regexp.MustCompile(`<code>([A-Z2-7 ]{32,})</code>`).FindStringSubmatch(page)
	if found == nil {
		return nil
	}
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(found[1], " ", ""))
	if err != nil {
		return nil
	}
	return secret
}
