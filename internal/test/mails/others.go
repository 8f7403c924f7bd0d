package mails

import "strings"

// FromOthers are the mails that are no reports of known reporters: spoofed, forwarded by lists, written by machines.
func FromOthers() []Mail {
	report := func() string { return mixed("bo", text("attached"), file("open.trf", Event("Harbour Open"))) }
	with := func(found string, from string, more ...string) []byte {
		return raw(envelope(Reporter, found), head(from, "Harbour", "o"+id(found+from+strings.Join(more, ""))+"@example.org", more...), report())
	}
	results := "Authentication-Results: " + Server
	return []Mail{
		{"A stranger, verified", raw(envelope(Stranger, dmarc("example.com")), head("Hideo <"+Stranger+">", "open", "o1@example.com"), report())},
		{"A stranger who calls themself by the reporter's address", raw(envelope(Stranger, dmarc("example.com")), head(`"`+Reporter+`" <`+Stranger+">", "open", "o2@example.com"), report())},
		{"The reporter's address, no check", with("", aoki)},
		{"The reporter's address, all checks failed", with(results+"; dmarc=fail (p=none) header.from=example.org; dkim=none; spf=fail smtp.mailfrom=example.com\n", aoki)},
		{"The reporter's address, signed by another domain", with(results+"; dkim=pass header.d=example.com header.i=@example.com; spf=pass smtp.mailfrom=example.com\n", aoki)},
		{"The reporter's address, another server's word", with("Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n", aoki)},
		{"The reporter's address, the sender's own word below the server's", with(results+"; dmarc=fail header.from=example.org\nAuthentication-Results: "+Server+"; dmarc=pass header.from=example.org\n", aoki)},
		{"The reporter's address, a failed check that comments on a passed one", with(results+"; spf=fail (x; dmarc=pass header.from=example.org) smtp.mailfrom=example.org\n", aoki)},
		{"Two senders", with(dmarc("example.org"), aoki+", Hideo <"+Stranger+">")},
		{"Two fields of senders", with(dmarc("example.org"), aoki, "From: Hideo <"+Stranger+">\n")},
		{"The reporter by DKIM of a part of the domain", with(results+"; dkim=pass (2048-bit key; unprotected) header.d=mail.example.org header.i=@mail.example.org; dmarc=none\n", aoki)},
		{"The reporter by SPF", with(results+" 1; spf=pass smtp.mailfrom="+Reporter+"\n", aoki)},
		{"Through a mailing list", raw(envelope("bounces@lists.example.net", results+"; dkim=fail header.d=example.org; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=lists.example.net\n"), head(aoki, "[chess] Harbour", "o13@example.org", "List-Id: <chess.lists.example.net>\nList-Unsubscribe: <mailto:leave@lists.example.net>\nPrecedence: list\n"), report())},
		{"Out of office", raw(known(), head(aoki, "Automatic reply: 2024-01-0001", "o14@example.org", "Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All\n"), text("I am away until Monday."))},
		{"Out of office of a carrier, without a field", raw(known(), head(aoki, word("ISO-2022-JP", jis("自動応答: 受付")), "o15@example.org"), "Content-Type: text/plain; charset=iso-2022-jp\n\n"+jis("不在です。")+"\n")},
		{"A letter of ours comes back", Back("letter1@example.jp", "failed", "5.1.1")},
		{"A bounce of an old server, in plain words", raw(machine, head("MAILER-DAEMON@example.net", "failure notice", "o17@example.net"), text("Hi. This is the qmail-send program.\n\n--- Below this line is a copy of the message.\n\n"+string(Event("Harbour Open"))))},
		{"A receipt that it was read", raw(known(), head(aoki, "Read: 2024-01-0001", "o18@example.org"), several("multipart/report; report-type=disposition-notification", "bd", text("Your message was read."), "Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed\n"))},
		{"A letter of another Arpad", raw(envelope("office@example.net", dmarc("example.net")), head("Office <office@example.net>", "2024-01-0001", "o19@example.net", "X-Arpad: receipt\nAuto-Submitted: auto-replied\n"), mixed("b19", text("Your report has come."), file("open.trf", Event("Harbour Open"))))},
		{"From the mailbox itself", raw(envelope(Box, dmarc("example.jp")), head("Office <"+Box+">", "Fwd: open", "o20@example.jp"), report())},
	}
}

// machine is the envelope of a mail of the server itself.
const machine = "Return-Path: <>\nDelivered-To: " + Box + "\nReceived: by " + Server + " (Postfix) id 9; " + day + "\n"

// Back is what a server writes of a letter that it could not deliver, or not yet: what it has done, and why.
func Back(letter, action, status string) []byte {
	return raw(machine, head("Mail Delivery System <MAILER-DAEMON@example.jp>", "Undelivered Mail Returned to Sender", "back-"+id(letter+action+status)+"@example.jp", "Auto-Submitted: auto-replied\n"),
		several("multipart/report; report-type=delivery-status", "bb", text("I'm sorry to have to inform you that your message could not be delivered."),
			"Content-Type: message/delivery-status\n\nReporting-MTA: dns; "+Server+"\n\nFinal-Recipient: rfc822; gone@example.org\nAction: "+action+"\nStatus: "+status+"\n",
			"Content-Type: message/rfc822\n\n"+head("Office <"+Box+">", "2024-01-0001", letter)+mixed("bi", text("Your report"), file("open.trf", Event("Harbour Open")))))
}

// Large is a mail of more than 30 MB, from the known reporter.
func Large() []byte {
	return raw(known(), head(aoki, "Everything", "large@example.org"), mixed("bl", text("all photos"), attached("application/zip", "attachment; filename=all.zip", make([]byte, 23<<20))))
}

// id is a short name for a text.
func id(text string) string {
	sum := uint32(2166136261)
	for i := range len(text) {
		sum = (sum ^ uint32(text[i])) * 16777619
	}
	const digits = "0123456789abcdefghijklmnopqrstuv"
	out := ""
	for ; sum > 0; sum >>= 5 {
		out += string(digits[sum&31])
	}
	return out
}

// All are sixty mails.
func All() []Mail { return append(FromPeople(), FromOthers()...) }
