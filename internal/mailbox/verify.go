package mailbox

import (
	"strings"

	"github.com/emersion/go-msgauth/authres"
	"golang.org/x/net/publicsuffix"
)

// verified returns by which check the own server has found that a mail comes from the domain of its sender; empty: by none. Only its own
// word counts, which it has put above what others wrote.
func verified(h header, from, server string) string {
	_, domain, is := strings.Cut(from, "@")
	if !is || server == "" {
		return ""
	}
	id, results, err := authres.Parse(withoutComments(h.get("authentication-results")))
	if err != nil {
		return ""
	}
	if id, _, _ = strings.Cut(id, " "); !strings.EqualFold(id, server) { // behind the name may stand a version
		return ""
	}
	by := ""
	for _, r := range results {
		switch r := r.(type) {
		case *authres.DMARCResult:
			if r.Value == authres.ResultPass && strings.EqualFold(r.From, domain) {
				by = "DMARC"
			}
			if r.Value == authres.ResultFail { // what the domain itself says of its mails is the last word
				return ""
			}
		case *authres.DKIMResult:
			if _, of, _ := strings.Cut(r.Identifier, "@"); by == "" && r.Value == authres.ResultPass && (aligned(r.Domain, domain) || r.Domain == "" && aligned(of, domain)) {
				by = "DKIM"
			}
		case *authres.SPFResult:
			_, of, is := strings.Cut(r.From, "@")
			if !is {
				of = r.From
			}
			if by == "" && r.Value == authres.ResultPass && aligned(of, domain) {
				by = "SPF"
			}
		}
	}
	return by
}

// aligned reports whether one domain speaks for another: they are of one organisation.
func aligned(signer, domain string) bool {
	return signer != "" && organisation(signer) == organisation(domain)
}

// organisation returns the part of a domain that somebody has registered.
func organisation(domain string) string {
	domain = strings.ToLower(strings.TrimSuffix(domain, "."))
	if of, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return of
	}
	return domain
}

// withoutComments returns a value without what is in parentheses, in which the library's reader takes a semicolon for an end.
func withoutComments(text string) string {
	var out strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && (quoted || depth > 0) && i+1 < len(text):
			i++
			if depth == 0 {
				out.WriteByte(text[i])
			}
		case c == '"' && depth == 0:
			quoted = !quoted
		case c == '(' && !quoted:
			depth++
		case c == ')' && !quoted && depth > 0:
			depth--
		case depth == 0 && quoted && c == ';':
			out.WriteByte(' ')
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// senders returns the addresses of a field, in lower case. Carriers allow names that no standard does, with
// dots at their end or beside each other.
func senders(value string) (all []string) {
	var bare, angle strings.Builder
	depth, quoted, in, had := 0, false, false, false
	flush := func() {
		address := strings.TrimSpace(bare.String())
		if had {
			address = strings.TrimSpace(angle.String())
		}
		bare.Reset()
		angle.Reset()
		if had = false; strings.Contains(address, "@") {
			all = append(all, strings.ToLower(address))
		}
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '\\' && quoted && i+1 < len(value):
			i++
			c = value[i]
			if !in {
				continue
			}
		case c == '"':
			quoted = !quoted
			continue
		case quoted && !in:
			if at := strings.IndexByte(value[i:], '"'); at < 0 || !strings.HasPrefix(value[i+at+1:], "@") {
				continue // a name; before an @ it is part of an address
			}
		case quoted:
		case c == '(':
			depth++
			continue
		case c == ')' && depth > 0:
			depth--
			continue
		case depth > 0:
			continue
		case c == '<':
			in, had = true, true
			angle.Reset()
			continue
		case c == '>':
			in = false
			continue
		case c == ',' || c == ';':
			in = false
			flush()
			continue
		}
		if in {
			angle.WriteByte(c)
		} else {
			bare.WriteByte(c)
		}
	}
	flush()
	return all
}
