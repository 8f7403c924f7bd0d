package document_test

import (
	"encoding/json"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
)

// What was done is said in words of the reader's language, not in those of commands.
func TestDecidedIsInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ act, data, en, ja string }{
		{"report.answer", `[{"what": "games-twice", "count": false}]`, "games are in another report: left out", "別の報告に同じ対局がある:除外する"},
		{"report.answer", `[{"what": "late", "count": true, "section": "A"}]`, "games reported too late: counts, section A", "報告期限を過ぎた対局がある:算入する、セクション A"},
		{"report.answer", `{"undoes": "report.answer", "what": "non-member", "count": false}`, "taken back: games of non-members: left out", "取消し:会員でない参加者の対局:除外する"},
		{"report.admit", `{"options": {"late": "count", "non_members": "exclude"}}`, "admitted, Games reported late are rated, Games of non-members are left out", "受理(報告期限を過ぎた対局 算入する、会員でない選手の対局 除外する)"},
		{"period.tick", `{"check": "all", "ticked": 4}`, "All questions: 4 answered", "すべての質問：4 件に回答"},
		{"period.tick", `{"check": "k-jump:N00000012", "ticked": 1}`, "K is higher than before (N00000012): 1 answered", ""},
		{"account.key", `{"key": "K1", "may": "submit, read"}`, "key K1 of a program made: submit reports and announce events, read members of the club", ""},
		{"member.add", `{"player": "N00000001", "from": "2024-10-06", "to": "2027-10-06"}`, "member 6 October 2024 – 6 October 2027", "会員資格 2024年10月6日 – 2027年10月6日"},
		{"period.plan", `{"on": "2024-12-01", "run": 3}`, "to be published on 1 December 2024, as run 3", ""},
		{"player.unmerge", `{"from": "N00000001"}`, "no longer merged into N00000001", ""},
		{"correction.accept", `{"lists": [{"seq": 25, "label": "2024-09", "revision": 2, "at": "2024-09-15T03:00:00Z"}], "runs": [25]}`, "correction accepted: 2024-09, revision 2", "訂正を適用:2024-09 第2版"},
		{"correction.accept", `{"lists": null}`, "correction accepted", "訂正を適用"},
		{"inquiry.grant", `{"act": "ask.renewal"}`, "what was asked for is done: Ask for a renewal", ""},
	} {
		e := &bureau.Entry{Action: c.act, Data: json.RawMessage(c.data)}
		for lang, want := range map[string]string{"en": c.en, "ja": c.ja} {
			if got := document.Decided(explain.New(lang), e); want != "" && got != want {
				t.Errorf("%s %s: %q, not %q", c.act, c.data, got, want)
			}
		}
	}
}
