package gamelist

import (
	"strings"

	"github.com/arpadchess/arpad/report/table"
)

// headers are the columns by how people and the Japanese results database name them,
// folded.
var headers = func() map[string]string {
	all := map[string]string{}
	for name, list := range map[string]string{
		"white":        "white, white name, whitename, weiß, weiss, 白, 白番, 先手, 白氏名",
		"black":        "black, black name, blackname, schwarz, 黒, 黒番, 後手, 黒氏名",
		"result":       "result, ergebnis, score, 結果, 勝敗, スコア",
		"white_point":  "white point, whitepoint, white points, 白得点, 白点",
		"round":        "round, rd, runde, 回戦, ラウンド, 回",
		"date":         "date, datum, 日付, 対局日, 日",
		"event":        "source, event, turnier, 大会, 大会名",
		"kind":         "time, type, 種目, 種別",
		"white_id":     "white id, whiteid, 白id, 白会員番号",
		"black_id":     "black id, blackid, 黒id, 黒会員番号",
		"white_local":  "white kanji, 白漢字",
		"black_local":  "black kanji, 黒漢字",
		"white_rating": "white rating, white elo, whiteelo, 白レーティング",
		"black_rating": "black rating, black elo, blackelo, 黒レーティング",
	} {
		for word := range strings.SplitSeq(list, ", ") {
			all[table.Fold(word)] = name
		}
	}
	for _, word := range []string{"black point", "white k", "black k", "white change", "black change", "pgn moves", "board", "no", "盤", "ボード"} {
		all[table.Fold(word)] = "ignored-" + word
	}
	return all
}()
