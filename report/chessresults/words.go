package chessresults

import (
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/report/table"
)

// headers are the columns by how pages name them in English, German and Japanese,
// folded: without case, blanks and dots.
var headers = words(map[string]string{
	"start":      "no, sno, snr, nr, startno, 番号, スタート番号, 開始番号, シード番号",
	"rank":       "rk, rank, rg, rang, 順位",
	"name":       "name, spieler, player, 氏名, 名前, 選手, 選手名",
	"white":      "white, weiß, weiss, 白, 白番",
	"black":      "black, schwarz, 黒, 黒番",
	"title":      "title, titel, 称号, タイトル",
	"rating":     "rtg, elo, rating, twz, レーティング, レイティング",
	"rating_int": "rtgi, eloi, 国際レーティング, fideレーティング",
	"rating_nat": "rtgn, elon, 国内レーティング",
	"federation": "fed, land, federation, föd, 国, 連盟, 国名",
	"fide_id":    "fideid, fide-id, fide-nr, fideno",
	"id":         "id, id-no, ident-nr, identno, ident-number, 会員番号, 選手番号",
	"club":       "club/city, club, verein/ort, verein, クラブ/都市, クラブ, 所属, 所属クラブ",
	"sex":        "sex, sx, geschl, 性別",
	"birth":      "birthday, birth, geburtsdatum, geb, 生年月日",
	"points":     "pts, pkt, points, punkte, 得点, ポイント, 点数",
	"tie_break":  "tb1, wtg1, wertung1",
	"result":     "result, ergebnis, erg, 結果",
	"own":        "res, 成績",
	"round":      "rd, r, runde, round, 回戦, ラウンド, 回",
	"team":       "team, teams, mannschaft, mannschaften, チーム",
	"board":      "bo, br, board, brett, ボード, 盤, 卓",
})

// unread are columns of the site of which nothing is read, folded.
var unread = regexp.MustCompile(`^(?:tb\d+|wtg\d+|wertung\d+|rp|n|w|we|w-we|k|(?:k|rtg|elo)?\+/-|rtg\+/-|typ|type|gr|group|gruppe|bo|photo|picture|loc|sex|avg|rtgavg|prs|flag)$`)

// details are the rows of a page that tell of the event, by their labels.
var details = words(map[string]string{
	"organizer":    "organizer(s), organizer, organiser, veranstalter, organisator, 主催, 主催者",
	"federation":   "federation, föderation, 連盟",
	"responsible":  "tournamentdirector, turnierdirektor, turnierleiter, 大会責任者, 大会委員長",
	"arbiter":      "chiefarbiter, hauptschiedsrichter, チーフアービター, 審判長, 主審",
	"time":         "timecontrol, bedenkzeit, 持ち時間, 持時間",
	"venue":        "location, ort, 会場, 開催地, 場所",
	"rounds":       "numberofrounds, rundenanzahl, anzahlrunden, ラウンド数, 回戦数",
	"type":         "tournamenttype, turnierart, turniersystem, 大会方式, 競技方式",
	"date":         "date, datum, 日付, 開催日, 期間, 日程",
	"player_name":  "name, 氏名, 名前",
	"player_start": "startingrank, startrang, startnummer, スタート番号, 開始番号",
})

// words returns names by the words for them.
func words(of map[string]string) map[string]string {
	all := map[string]string{}
	for name, list := range of {
		for word := range strings.SplitSeq(list, ", ") {
			all[table.Fold(word)] = name
		}
	}
	return all
}

var (
	// roundHeader is the column of a round: 1.Rd, 2.Rd.
	roundHeader = regexp.MustCompile(`^(?:第)?([1-9]\d{0,2})(?:rd|r|runde|回戦|ラウンド)$`)
	// opponentHeader is a column of a table in which everybody has one for each opponent.
	opponentHeader = regexp.MustCompile(`^[1-9]\d{0,2}$`)
	// stamp is the time at which the site has written a page.
	stamp = regexp.MustCompile(`\d:\d\d:\d\d`)
	// title is that of the window, with the name of the event.
	title = regexp.MustCompile(`(?i)^chess-results.*?chess-results\.com\s*[-–]\s*(.+)$`)
	// address is that of a page: the number of the event on the site.
	address = regexp.MustCompile(`(?i)\btnr(\d+)\.aspx`)
	// english is in the address of a page in English, and ofTeams in one of teams.
	english = regexp.MustCompile(`[?&]lan=1\b`)
	ofTeams = regexp.MustCompile(`[?&]art=(?:3|8|20|32)\b`)
	// caption is the line above the pairings of a round, with its day.
	caption = regexp.MustCompile(`(?i)^(?:round|runde|第)\s*([1-9]\d{0,2})(?:\s*(?:ラウンド|回戦))?(?:\s.*?(\d{1,4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,4}日?).*)?$`)
	// kana is a caption that begins with the number: 1回戦.
	numbered = regexp.MustCompile(`^([1-9]\d{0,2})\s*(?:回戦|ラウンド|\. ?runde)(?:\s.*?(\d{1,4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,4}日?).*)?$`)
	// side is the cell of a game in a crosstable: opponent, colour, result.
	side = regexp.MustCompile(`^(\d{1,5})\s*([wbs白黒])\s*([10½=+-]|0[.,]5|1/2)?\s*(k?)$`)
	// alone is the cell of a round without an opponent.
	alone = regexp.MustCompile(`^[-–]\s*([10½]|0[.,]5|1/2|[+-])$`)
	// result is one of a crosstable without rounds, each a cell with those of all games of two players.
	result = regexp.MustCompile(`(0[.,]5|1/2|[10½=+-])(k?)`)
	each   = regexp.MustCompile(`^(?:(?:[10½=+-]|0[.,]5|1/2)k?[\s/]*){1,2}$`)
	// own is the result on the card of a player: colour, result.
	own = regexp.MustCompile(`^([wbs白黒])?\s*([10½=+-]|0[.,]5|1/2)\s*(k?)$`)
	// span are the days of an event.
	span = regexp.MustCompile(`\d{1,4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,4}日?`)
)
