package trf

import "strings"

// fideFederations are the codes in FIDE's table of federations, including those
// of players without a federation.
const fideFederations = " AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU BUL BUR" +
	" CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CUR CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH" +
	" FAI FID FIJ FIN FRA GAB GAM GBS GCI GEO GEQ GER GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR ISV ITA" +
	" IVB JAM JCI JOR JPN KAZ KEN KGZ KIR KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR MAS MAW MDA MDV MEX MGL" +
	" MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NED NEP NGR NIG NON NOR NRU NZL OMA PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT" +
	" ROU RSA RUS RWA SAM SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG" +
	" TPE TTO TUN TUR TUV UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM "

// federation reports whether a code is in FIDE's table, or occurs in the file's
// line 032 or in a player's line.
func (r *reader) federation(code string) bool {
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || places[code].tag != nil {
		return false
	}
	if strings.Contains(fideFederations, " "+code+" ") {
		return true
	}
	if r.federations == nil {
		r.federations = map[string]bool{}
		for line := range lines(r.text) {
			switch {
			case strings.HasPrefix(line, "032 "):
				r.federations[trim(line[4:])] = true
			case strings.HasPrefix(line, "001 ") && len(line) <= MaxLine:
				row := newRow(line, characters)
				r.federations[row.field(colFederation)] = true
			}
		}
	}
	return r.federations[code]
}
