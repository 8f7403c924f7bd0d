package mailbox

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// reader reads the parts of a mail.
type reader struct {
	mail     *Mail
	text     strings.Builder // what is written
	page     strings.Builder // what is written as HTML
	kinds    []string        // of parts, but not of mails within it
	pictures int
	returned Returned
	parts    int
	depth    int
}

// enter reports whether one more part is read, and counts it.
func (r *reader) enter() bool {
	if r.parts++; r.parts > mostPart || r.depth >= mostDeep {
		r.mail.Cut = true
		return false
	}
	r.depth++
	return true
}

func (r *reader) leave() { r.depth-- }

// part reads a part, with what is in it. within is in which mails and packages it came.
func (r *reader) part(h header, body []byte, within []string) {
	if !r.enter() {
		return
	}
	defer r.leave()
	kind, of := typed(h.get("content-type"))
	if kind == "" || !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	if len(within) == 0 {
		r.kinds = append(r.kinds, kind)
	}
	if strings.HasPrefix(kind, "multipart/") && of["boundary"] != "" {
		r.multipart(of["boundary"], body, within)
		return
	}
	how, said := typed(h.get("content-disposition"))
	name := fileName(said["filename"])
	if name == "" {
		name = fileName(of["name"])
	}
	data := transferred(body, h.get("content-transfer-encoding"))
	charset := of["charset"]
	if len(within) == 0 {
		switch kind {
		case "message/delivery-status", "message/global-delivery-status":
			r.status(data)
		case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers":
			r.letter(data)
		}
	}
	switch {
	case kind == "message/rfc822" || kind == "message/global" || strings.EqualFold(path.Ext(name), ".eml"):
		r.message(data, name, within)
	case strings.HasPrefix(kind, "message/"): // what a server says of a message
	case kind == "application/ms-tnef" || bytes.HasPrefix(data, tnefMark):
		r.tnef(data, within)
	case name == "" && how != "attachment" && kind == "text/plain":
		r.text.WriteString(flowed(decode(string(data), charset), of) + "\n")
	case name == "" && how != "attachment" && kind == "text/html":
		r.page.WriteString(decode(string(data), charset) + "\n")
	case strings.HasPrefix(kind, "image/") || picture(name):
		r.pictures++
	case beside(kind, name) || len(data) == 0:
	default:
		r.file(name, kind, data, within)
	}
}

// file adds a file.
func (r *reader) file(name, kind string, data []byte, within []string) {
	if name == "" {
		name = "file" + map[string]string{"text/plain": ".txt", "text/csv": ".csv", "text/html": ".html", "application/zip": ".zip", "application/json": ".json"}[kind]
	}
	r.mail.Files = append(r.mail.Files, File{name, data, within})
}

// multipart reads the parts of a part. The last ends with the whole if nothing says where.
func (r *reader) multipart(boundary string, body []byte, within []string) {
	border, from := []byte("--"+boundary), -1
	for at := 0; at < len(body) && r.parts <= mostPart; {
		end := len(body)
		if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		behind, is := bytes.CutPrefix(bytes.TrimRight(body[at:end], " \t\r\n"), border)
		last := is && string(behind) == "--"
		is = last || is && len(behind) == 0
		switch {
		case is && from >= 0:
			r.piece(body[from:at], within)
		case !is && end == len(body):
			r.piece(body[max(from, 0):], within)
		}
		if last {
			return
		}
		if is {
			from = end
		}
		at = end
	}
}

// piece reads a part with its header.
func (r *reader) piece(raw []byte, within []string) {
	raw = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r")) // it belongs to the border
	if len(bytes.TrimSpace(raw)) > 0 {
		h, body := split(raw)
		r.part(h, body, within)
	}
}

// message reads a mail within a mail. What it says of its sender nobody has verified.
func (r *reader) message(raw []byte, name string, within []string) {
	h, body := split(raw)
	if subject := line(words(h.get("subject"))); name == "" {
		name = subject
	}
	r.part(h, body, append(slices.Clip(within), name))
}

// tnef reads what Outlook has packed.
func (r *reader) tnef(data []byte, within []string) {
	within = append(slices.Clip(within), "winmail.dat")
	files, whole := tnef(data)
	r.mail.Cut = r.mail.Cut || !whole
	for _, f := range files {
		r.part(header{{"content-type", "application/octet-stream"}, {"content-disposition", `attachment; filename="` + strings.NewReplacer(`"`, "", `\`, "/").Replace(f.Name) + `"`}}, f.Data, within)
	}
}

// transferred returns the bytes of a part.
func transferred(body []byte, how string) []byte {
	switch strings.ToLower(strings.TrimSpace(how)) {
	case "base64":
		return unbase64(body)
	case "quoted-printable":
		return unquoted(body)
	}
	return body
}

// fileName returns the name of a file in one line, without folders.
func fileName(text string) string {
	text = line(words(text))
	return strings.Trim(path.Base("/"+strings.ReplaceAll(text, `\`, "/")), "/ ")
}

// picture reports whether a file is a picture or a sound by its name: no report is one.
func picture(name string) bool {
	return slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".bmp", ".heic", ".webp", ".tif", ".tiff", ".svg", ".wmz", ".emz", ".mov", ".mp4"}, strings.ToLower(path.Ext(name)))
}

// beside reports whether programs add such a part by themselves: signatures, cards, invitations.
func beside(kind, name string) bool {
	return slices.Contains([]string{
		"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature", "application/pgp-keys", "text/vcard", "text/x-vcard", "text/directory",
		"text/calendar", "application/ics", "application/applefile", "text/rfc822-headers",
	}, kind) || slices.Contains([]string{".vcf", ".ics", ".p7s", ".asc"}, strings.ToLower(path.Ext(name)))
}
