package page

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/rating"
)

func TestTypeset(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "(4 - 3.55) x 40 = +18", "(4 − 3.55) × 40 = +18"},
		{"en", "rounded to -3.", "rounded to −3."},
		{"en", "report 2024-10-0006", "report 2024-10-0006"},
		{"en", "1687 -> 1738", "1687 → 1738"},
		{"en", "1 of 6: 17 %, 974 - 273", "1 of 6: 17\u00a0%, 974 − 273"},
		{"en", "札幌オープン 2024 (春季), section Open: not rated", "札幌オープン 2024 (春季), section Open: not rated"},
		{"ja", "9 局すべて。(1 - 1.17) x 20", "9局すべて。(1 − 1.17) × 20"},
		{"ja", "1013(2024年8月1日のリスト)", "1013（2024年8月1日のリスト）"},
		{"ja", "40:条文の場合分けによる", "40：条文の場合分けによる"},
		{"ja", "鈴木 浩真 対 城 陽花", "鈴木 浩真 対 城 陽花"},
		{"ja", "下限 (400) の適用なし、-5 または +5", "下限 (400) の適用なし、−5または +5"},
		{"ja", "3 局:(1.5 - 1.20) x 20", "3局：(1.5 − 1.20) × 20"},
		{"ja", "1局ごとの増減:(結果-期待値)×K", "1局ごとの増減：（結果−期待値）×K"},
		{"ja", "主催者:FIDE 公式戦の TRF ファイル", "主催者：FIDE公式戦のTRFファイル"},
		{"ja", "50 % を超えた分", "50\u00a0%を超えた分"},
	} {
		if got := glyph.Typeset(explain.New(c.lang), c.text); got != c.want {
			t.Errorf("%s, %q: got %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

func TestSigned(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{0, "±0"}, {12, "+12"}, {-4, "−4"}, {int32(-400), "−400"}, {rating.Whole(18), "+18.0"}, {rating.Points(0), "±0"}, {-rating.Point / 5, "−0.2"},
	} {
		if got := glyph.Signed(c.v); got != c.want {
			t.Errorf("%v: got %s, want %s", c.v, got, c.want)
		}
	}
}

func TestScore(t *testing.T) {
	for s, want := range map[rating.Score]string{0: "0", 1: "½", 2: "1", 9: "4½"} {
		if got := glyph.Score(s); got != want {
			t.Errorf("%d half points: got %s, want %s", s, got, want)
		}
	}
}

// A name of an event may break where its script changes.
func TestPieces(t *testing.T) {
	for name, want := range map[string][]string{
		"2024年札幌さくら夏季国際オープン": {"2024年", "札幌さくら", "夏季国際", "オープン"},
		"盛岡みなと例会 2024年8月":    {"盛岡みなと", "例会 2024年", "8月"},
		"Okayama Open 2024":  {"Okayama Open 2024"},
		"":                   {""},
	} {
		if got := pieces(name); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestAnchor(t *testing.T) {
	for clause, want := range map[string]string{"5(1) K": "c5-1-k", "K-Factor 4.1.6": "ck-factor-4-1-6", "8.2": "c8-2"} {
		if got := glyph.Anchor(clause); got != want {
			t.Errorf("%s: got %s, want %s", clause, got, want)
		}
	}
}
