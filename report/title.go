package report

import "strings"

// titles are FIDE's titles by how programs write them, in capitals.
var titles = map[string]string{
	"G": "GM", "M": "IM", "F": "FM", "C": "CM", "GF": "WGM", "MF": "WIM", "FF": "WFM", "CF": "WCM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
	"GM": "GM", "IM": "IM", "FM": "FM", "CM": "CM", "WGM": "WGM", "WIM": "WIM", "WFM": "WFM", "WCM": "WCM",
}

// StrictTitle returns a title as FIDE writes it: "GM" for "g", "WIM" for "mf". Other
// titles are returned as they are.
func StrictTitle(title string) string {
	if title == "" {
		return ""
	}
	if strict, ok := titles[strings.ToUpper(title)]; ok {
		return strict
	}
	return title
}
