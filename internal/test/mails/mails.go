// Package mails writes mails as programs write them and servers deliver them, for tests: with what is right in them and what is
// not. Everybody in them is invented.
package mails

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
)

// The server that keeps the mailbox, its address, and the one reporter whom it knows.
const (
	Server   = "mail.example.jp"
	Box      = "report@example.jp"
	Reporter = "ren.aoki@example.org"
	Stranger = "hideo@example.com"
)

// Mail is a mail with a name: by which program, what is in it.
type Mail struct {
	Name string
	Raw  []byte
}

// Event returns the report of an event in which two players meet, as TRF.
func Event(name string) []byte {
	return fmt.Appendf(nil, `012 %s
022 Tokyo
032 JPN
042 2024/10/12
052 2024/10/12
062 2
092 Individual: Swiss-System
102 Aoki Ren
122 90min+30sec
001    1 m    Aoki, Ren                         2010 JPN   N00000001 1984/05/02  1.0    1     2 w 1
001    2 w    Baba, Mio                         1875 JPN   N00000002 1991/09/14  0.0    2     1 b 0
`, name)
}

// day is when all are delivered, as the server writes it.
const day = "Sun, 20 Oct 2024 19:02:11 +0900 (JST)"

// envelope is what the server writes above a mail: who the sender claims to be, and what it found of them.
func envelope(from, found string) string {
	_, domain, _ := strings.Cut(from, "@")
	return "Return-Path: <" + from + ">\nDelivered-To: " + Box + "\nReceived: from mx." + domain + " (mx." + domain + " [192.0.2.7])\n\tby " + Server + " (Postfix) with ESMTPS id 4TCbXy1k2Vz\n\tfor <" + Box + ">; " + day + "\n" + found
}

// dmarc is how the server of the mailbox says that all is well.
func dmarc(domain string) string {
	return "Authentication-Results: " + Server + "; dmarc=pass (p=none dis=none) header.from=" + domain + ";\n\tdkim=pass header.d=" + domain + " header.s=s1 header.b=\"Zk1l\"; spf=pass (sender; is permitted) smtp.mailfrom=" + domain + "\n"
}

// known is the envelope of the known reporter, verified.
func known() string { return envelope(Reporter, dmarc("example.org")) }

// raw returns a mail as it is sent: with the ends of lines of the network.
func raw(parts ...string) []byte {
	text := strings.ReplaceAll(strings.Join(parts, ""), "\r\n", "\n")
	return []byte(strings.ReplaceAll(text, "\n", "\r\n"))
}

func b64(data []byte) string {
	text := base64.StdEncoding.EncodeToString(data)
	var out strings.Builder
	for len(text) > 76 {
		out.WriteString(text[:76] + "\n")
		text = text[76:]
	}
	return out.String() + text + "\n"
}

func quoted(text string) string {
	var out bytes.Buffer
	w := quotedprintable.NewWriter(&out)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return out.String()
}

func in(e encoding.Encoding, text string) string {
	out, err := e.NewEncoder().String(text)
	if err != nil {
		panic(err) // a mistake in the tests
	}
	return out
}

func jis(text string) string  { return in(japanese.ISO2022JP, text) }
func sjis(text string) string { return in(japanese.ShiftJIS, text) }

func word(charset, text string) string {
	return "=?" + charset + "?B?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

// head is the header that a person's program writes.
func head(from, subject, id string, more ...string) string {
	return "From: " + from + "\nTo: " + Box + "\nSubject: " + subject + "\nDate: Sun, 20 Oct 2024 19:02:05 +0900\nMessage-ID: <" + id + ">\nMIME-Version: 1.0\n" + strings.Join(more, "")
}

// mixed is a body of parts.
func mixed(border string, parts ...string) string {
	return several("multipart/mixed", border, parts...)
}

func several(kind, border string, parts ...string) string {
	out := "Content-Type: " + kind + ";\n\tboundary=\"" + border + "\"\n\nThis is a multi-part message in MIME format.\n"
	for _, p := range parts {
		out += "--" + border + "\n" + p
		if !strings.HasSuffix(p, "\n") {
			out += "\n"
		}
	}
	return out + "--" + border + "--\n"
}

func text(words string) string {
	return "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + words + "\n"
}

// attached is a file in Base64, with the fields that name it.
func attached(kind, disposition string, data []byte) string {
	return "Content-Type: " + kind + "\nContent-Disposition: " + disposition + "\nContent-Transfer-Encoding: base64\n\n" + b64(data)
}

// file is a file as most programs attach one.
func file(name string, data []byte) string {
	return attached(`application/octet-stream; name="`+name+`"`, `attachment; filename="`+name+`"`, data)
}

// aoki is how the known reporter signs.
const aoki = "Aoki Ren <" + Reporter + ">"
