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
