package mails

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
)

// packed returns a ZIP of files.
func packed(files ...string) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			panic(err) // memory does not fail
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// picture is what stands for a picture: its first bytes.
var picture = append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 200)...)

// FromPeople are the mails with reports as people's programs write them.
func FromPeople() []Mail {
	outlook := "X-Mailer: Microsoft Outlook 16.0\nThread-Index: AQHaRqF1\nContent-Language: ja\n"
	gmail := "X-Google-DKIM-Signature: v=1; a=rsa-sha256; d=1e100.net\nX-Received: by 2002:a05:6a20:1 with SMTP id x1\n"
	long := "第12回みなと春季オープン選手権大会結果報告書（確定版）.trf"
	trf := func(n int) []byte { return Event(fmt.Sprintf("Minato Event %d", n)) }
	sign := "Content-Type: image/png; name=\"image001.png\"\nContent-ID: <image001.png@01DA46A1>\nContent-Disposition: inline; filename=\"image001.png\"\nContent-Transfer-Encoding: base64\n\n" + b64(picture)
	html := func(words string) string {
		return "Content-Type: text/html; charset=\"utf-8\"\nContent-Transfer-Encoding: quoted-printable\n\n" + quoted("<html><head><style>p{margin:0}</style></head><body><p>"+words+"</p></body></html>")
	}
	forwarded := func(n int) string {
		return head("Baba Mio <mio@example.com>", "results", "inner"+fmt.Sprint(n)+"@example.com") + mixed("in", text("Here they are."), file("inner.trf", trf(n)))
	}
	all := []Mail{
		{"Outlook, one file", raw(known(), head(aoki, "Minato", "p1@example.org", outlook), mixed("----=_NextPart_000_0001", text("Please find it attached."), file("open.trf", trf(1))))},
		{"Outlook, winmail.dat", raw(known(), head(aoki, "Minato", "p2@example.org", outlook), mixed("----=_NextPart_000_0002", text("attached"),
			attached(`application/ms-tnef; name="winmail.dat"`, `attachment; filename="winmail.dat"`, TNEF(Attachment{"OPEN~1.TRF", "みなと open.trf", trf(2)}))))},
		{"Outlook, winmail.dat with a picture and two files", raw(known(), head(aoki, "Minato", "p3@example.org", outlook), mixed("b3", text("attached"),
			attached("application/octet-stream", `attachment; filename="winmail.dat"`, TNEF(Attachment{"IMAGE001.PNG", "image001.png", picture}, Attachment{"A.TRF", "a.trf", trf(3)}, Attachment{"B.TRF", "b.trf", trf(4)}))))},
		{"Outlook, a message within winmail.dat", raw(known(), head(aoki, "FW: Minato", "p4@example.org", outlook), mixed("b4", text("see below"), attached(`application/ms-tnef; name="winmail.dat"`, "attachment", tnefMessage(Attachment{"A.TRF", "within.trf", trf(5)}))))},
		{"Outlook, winmail.dat that is cut off", raw(known(), head(aoki, "Minato", "p5@example.org", outlook), mixed("b5", text("attached"), attached(`application/ms-tnef; name="winmail.dat"`, "attachment", TNEF(Attachment{"A.TRF", "a.trf", trf(6)})[:90])))},
		{"Outlook, signature with a picture", raw(known(), head(aoki, "Minato", "p6@example.org", outlook), mixed("o6", several("multipart/related", "r6", several("multipart/alternative", "a6", text("Report\n-- \nAoki"), html("Report")), sign), file("open.trf", trf(7))))},
		{"Outlook, the name in ISO-2022-JP as an encoded word", raw(known(), head(aoki, word("ISO-2022-JP", jis("結果報告")), "p7@example.org", outlook), mixed("b7", text("attached"),
			attached("application/octet-stream; name=\""+word("iso-2022-jp", jis("結果.trf"))+"\"", "attachment; filename=\""+word("iso-2022-jp", jis("結果.trf"))+"\"", trf(8))))},
		{"Outlook 2003, the name as raw Shift_JIS", raw(known(), head(aoki, "Minato", "p8@example.org", "X-Mailer: Microsoft Outlook, Build 11.0.8326\n"), mixed("b8", text("attached"), attached("application/octet-stream; name=\""+sjis("みなと.trf")+"\"", "attachment; filename=\""+sjis("みなと.trf")+"\"", trf(9))))},
		{"Gmail, one file", raw(known(), gmail, head(aoki, "=?UTF-8?B?44G/44Gq44Go?=", "CAJx9@mail.example.org"), mixed("000000000000a1b2c3", several("multipart/alternative", "000000000000a1b2c2", "Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: base64\n\n"+b64([]byte("よろしくお願いします。")), html("よろしくお願いします。")),
			attached(`application/octet-stream; name="open.trf"`, "attachment; filename=\"open.trf\"", trf(10))+""))},
		{"Gmail, a name in two encoded words cut within a letter", raw(known(), gmail, head(aoki, "Minato", "p10@example.org"), mixed("b10", text("attached"), attached("application/octet-stream; name=\"=?UTF-8?B?"+base64.StdEncoding.EncodeToString([]byte("結果")[:4])+"?=\n =?UTF-8?B?"+base64.StdEncoding.EncodeToString([]byte("結果.trf")[4:])+"?=\"", "attachment", trf(11))))},
		{"iPhone, the file within the text", raw(known(), head(aoki, "Minato", "A1B2-p11@example.org", "X-Mailer: iPhone Mail (21C62)\nMime-Version: 1.0 (1.0)\n"), mixed("Apple-Mail-1A2B", text("Results:"), attached("text/plain; charset=utf-8; name=open.trf; x-unix-mode=0644", "inline; filename=open.trf", trf(12)), text("Sent from my iPhone")))},
		{"iPhone, the name in RFC 2231", raw(known(), head(aoki, "Minato", "p12@example.org", "X-Mailer: iPhone Mail (21C62)\n"), mixed("Apple-Mail-3C", attached("application/octet-stream; name*=utf-8''%E7%B5%90%E6%9E%9C.trf", "attachment; filename*=utf-8''%E7%B5%90%E6%9E%9C.trf", trf(13))))},
		{"iPhone, a photo", raw(known(), head(aoki, word("UTF-8", "対戦表"), "p13@example.org", "X-Mailer: iPhone Mail (21C62)\n"), mixed("Apple-Mail-4D", text(""), attached(`image/jpeg; name="IMG_2207.jpeg"`, "inline; filename=IMG_2207.jpeg", picture)))},
		{"Thunderbird, a long name in parts in ISO-2022-JP", raw(known(), head(aoki, "Minato", "p14@example.org", "User-Agent: Mozilla Thunderbird\n"), mixed("------------p14", text("attached"), attached("application/octet-stream", inParts("iso-2022-jp", jis(long)), trf(14))))},
		{"Thunderbird, forwarded as an attachment", raw(known(), head(aoki, "Fwd: results", "p15@example.org", "User-Agent: Mozilla Thunderbird\n"), mixed("------------p15", text(""), "Content-Type: message/rfc822; charset=UTF-8; name=\"results.eml\"\nContent-Disposition: attachment; filename=\"results.eml\"\n\n"+forwarded(15)))},
		{"Thunderbird, forwarded twice as attachments", raw(known(), head(aoki, "WG: Fwd: results", "p16@example.org"), mixed("------------p16", text(""), "Content-Type: message/rfc822\n\n"+head("Chiba Sota <sota@example.com>", "Fwd: results", "mid@example.com")+mixed("mid", text(""), "Content-Type: message/rfc822\n\n"+forwarded(16))))},
		{"A saved message as a file", raw(known(), head(aoki, "results", "p17@example.org"), mixed("b17", text(""), file("results.eml", raw(forwarded(17)))))},
		{"Thunderbird, the report written in a flowed text", raw(known(), head(aoki, "Minato", "p18@example.org"), "Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes\nContent-Transfer-Encoding: 8bit\n\nResults:\n\n"+strings.ReplaceAll(string(trf(18)), "  1.0    1", "  1.0     \n1")+"\nRegards\n")},
		{"The report written in the text", raw(known(), head(aoki, "Minato", "p19@example.org"), text("Dear office,\n\n"+string(trf(19))+"\nRegards, Aoki"))},
		{"The report written in the text, quoted by a forwarder", raw(known(), head(aoki, "Fwd: Minato", "p20@example.org"), text("-------- Forwarded --------\n> Hello,\n"+"> "+strings.ReplaceAll(strings.TrimSpace(string(trf(20))), "\n", "\n> ")+"\n> Regards"))},
		{"The report written in a page of fixed letters", raw(known(), head(aoki, "Minato", "p21@example.org"), "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"+b64([]byte("<html><body><pre>"+strings.ReplaceAll(string(trf(21)), " ", "&nbsp;")+"</pre></body></html>")))},
		{"A ZIP of two groups", raw(known(), head(aoki, "Minato", "p22@example.org"), mixed("b22", text(""), attached(`application/zip; name="groups.zip"`, `attachment; filename="groups.zip"`, packed("A/group-a.trf", string(trf(22)), "B/group-b.trf", string(trf(22))))))},
		{"Two files of one event", raw(known(), head(aoki, "Minato", "p23@example.org"), mixed("b23", text(""), file("a.trf", trf(23)), file("b.trf", bytes.ReplaceAll(trf(23), []byte("022 Tokyo"), []byte("022 Chiba")))))},
		{"Carrier, ISO-2022-JP subject and text, a name of the carrier's own rules", raw(envelope(`"ren..aoki."@example.org`, dmarc("example.org")), head("ren..aoki.@example.org", word("ISO-2022-JP", jis("みなと大会の結果")), "p24@example.org"), mixed("b24", "Content-Type: text/plain; charset=iso-2022-jp\nContent-Transfer-Encoding: 7bit\n\n"+jis("結果です。よろしく。")+"\n", file("open.trf", trf(24))))},
		{"Carrier, the text and the name in Base64 of Shift_JIS", raw(known(), head(word("Shift_JIS", sjis("青木 蓮"))+" <"+Reporter+">", word("Shift_JIS", sjis("結果")), "p25@example.org"), mixed("b25", "Content-Type: text/plain; charset=Shift_JIS\nContent-Transfer-Encoding: base64\n\n"+b64([]byte(sjis("結果を送ります。"))), attached("text/plain; charset=Shift_JIS; name=\""+word("Shift_JIS", sjis("結果表.trf"))+"\"", "attachment", []byte(sjis(strings.Replace(string(trf(25)), "022 Tokyo", "022 東京", 1))))))},
		{"Carrier, a raw ISO-2022-JP subject", raw(known(), head(aoki, jis("大会結果"), "p26@example.org"), mixed("b26", text(""), file("open.trf", trf(26))))},
		{"Yahoo-like, a subject cut within a letter of ISO-2022-JP", raw(known(), head(aoki, "=?ISO-2022-JP?B?"+base64.StdEncoding.EncodeToString([]byte(jis("みなと春季大会")[:9]))+"?=\n =?ISO-2022-JP?B?"+base64.StdEncoding.EncodeToString([]byte(jis("みなと春季大会")[9:]))+"?=", "p27@example.org"), mixed("b27", text(""), file("open.trf", trf(27))))},
		{"Signed with S/MIME", raw(known(), head(aoki, "Minato", "p28@example.org"), several("multipart/signed; protocol=\"application/pkcs7-signature\"; micalg=sha-256", "b28", mixed("i28", text("signed"), file("open.trf", trf(28))), attached(`application/pkcs7-signature; name="smime.p7s"`, `attachment; filename="smime.p7s"`, []byte("signature"))))},
		{"Apple Mail, a double file and a card", raw(known(), head(aoki, "Minato", "p29@example.org", "X-Mailer: Apple Mail (2.3774)\n"), mixed("b29", text(""), several("multipart/appledouble", "d29", attached("application/applefile; name=open.trf", "attachment", []byte("resource")), file("open.trf", trf(29))), attached("text/vcard; name=aoki.vcf", "attachment; filename=aoki.vcf", []byte("BEGIN:VCARD"))))},
		{"The only part is the file", raw(known(), head(aoki, "Minato", "p30@example.org"), file("open.trf", trf(30)))},
		{"Quoted-printable file", raw(known(), head(aoki, "Minato", "p31@example.org"), mixed("b31", text(""), "Content-Type: text/plain; charset=us-ascii; name=open.trf\nContent-Disposition: attachment; filename=open.trf\nContent-Transfer-Encoding: quoted-printable\n\n"+quoted(string(trf(31)))+"\n"))},
		{"Eight parts within each other", raw(known(), head(aoki, "Minato", "p32@example.org"), nested(8, file("deep.trf", trf(32))))},
		{"The last border is missing", raw(known(), head(aoki, "Minato", "p33@example.org"), strings.TrimSuffix(mixed("b33", text("cut"), file("open.trf", trf(33))), "--b33--\n"))},
		{"A mailbox line above it, lines end in LF only", []byte("From ren.aoki@example.org Sun Jan 14 19:02:11 2024\n" + known() + head(aoki, "Minato", "p34@example.org") + mixed("b34", text(""), file("open.trf", trf(34))))},
		{"No Message-ID, parameters written twice", raw(known(), strings.Replace(head(aoki, "Minato", "gone@example.org"), "Message-ID: <gone@example.org>\n", "", 1), mixed("b35", text(""), attached(`application/octet-stream; name="open.trf"; name="open.trf"`, "attachment; filename=open.trf", trf(35))))},
		{"Results on Chess-Results", raw(known(), head(aoki, "Minato Spring 2024", "p36@example.org"), text("The results are at https://chess-results.com/tnr812345.aspx?lan=1 .\nAoki"))},
		{"Results on Chess-Results behind a guarding address", raw(known(), head(aoki, "Minato Autumn 2024", "p37@example.org", outlook), html(`<a href="https://apc01.safelinks.example.com/?url=https%3A%2F%2Fs2.chess-results.com%2Ftnr812346.aspx%3Flan%3D20&amp;data=05">results</a>`))},
		{"A photo and nothing else", raw(known(), head(aoki, "Minato", "p38@example.org"), mixed("b38", text("The table is in the photo."), attached(`application/octet-stream; name="IMG_1.HEIC"`, `attachment; filename="IMG_1.HEIC"`, picture)))},
		{"A question and no file", raw(known(), head(aoki, "When is the next list?", "p39@example.org"), text("Dear office, when is the next list?"))},
		{"A file that is no report", raw(known(), head(aoki, "flyer", "p40@example.org"), mixed("b40", text(""), file("flyer.pdf", []byte("%PDF-1.7 flyer"))))},
	}
	return all
}

// nested returns a part within parts.
func nested(depth int, part string) string {
	for i := range depth {
		part = mixed(fmt.Sprint("level", i), part)
	}
	return part
}

// inParts writes the name of a file in parts, RFC 2231.
func inParts(charset, name string) string {
	out, coded := "attachment", charset+"''"
	n := 0
	for i := range len(name) {
		coded += fmt.Sprintf("%%%02X", name[i])
		if len(coded) > 60 || i == len(name)-1 {
			out += fmt.Sprintf(";\n filename*%d*=%s", n, coded)
			coded, n = "", n+1
		}
	}
	return out
}
