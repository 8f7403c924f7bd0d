package work

import (
	"context"
	"errors"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// table is what is kept of people in a table of the work database.
type table struct {
	name, key string
	text      string // the column with a text that may mention somebody; empty: none
	told      string // the columns of which the account's holder hears; never one with which somebody could sign in
	lasting   bool   // what an account has left there stays when its holder is forgotten: it knows them by number
	holder    string // the column with the account; empty: the text alone tells whose it is
}

// ofReceiver is the account that a receiver of letters is.
const ofReceiver = "CASE WHEN receiver LIKE '" + OfAccount + "%' THEN substr(receiver, 9) ELSE '' END"

// tables are all tables of the work database.
var tables = []table{
	{name: "session", key: "hash", holder: "account", told: "made, seen, expires, browser"},
	{name: "ceremony", key: "hash", holder: "account", text: "data", told: "purpose, expires"},
	{name: "device", key: "hash", holder: "account", told: "seen"},
	{name: "step", key: "account", holder: "account", told: "step"},
	{name: "spent", key: "hash", holder: "account"},
	{name: "passkey", key: "id", holder: "account", told: "id, used"},
	{name: "kept", key: "hash", text: "fields", told: "path, fields, expires"},
	{name: "draft", key: "id", holder: "account", text: "fields", told: "path, fields, changed"},
	{name: "file", key: "draft", holder: "account", told: "name, size, made"},
	{name: "job", key: "id", holder: "account", text: "outcome", told: "what, made, ended, outcome"},
	{name: "usage", key: "key", holder: "account", told: "key, used"},
	{name: "mail", key: "id", holder: "account", told: "arrived, state, ref"},
	{name: "mailbox", key: "name"},
	{name: "throttle", key: "place"},
	{name: "letter", key: "id", holder: ofReceiver, told: "kind, made, state, changed"},
	{name: "ask", key: "hash", text: "address || ' ' || fields", told: "kind, address, made, expires"},
	{name: "cursor", key: "name"},
	{name: "address", key: "address", text: "address", told: "address, confirmed"},
	{name: "follower", key: "id", text: "address", told: "address, language, subject, since"},
	{name: "wish", key: "receiver", holder: ofReceiver, told: "name, value"},
	{name: "secret", key: "name"},
	{name: "lease", key: "name"},
	{name: "turn", key: "task", text: "outcome"},
	{name: "reminder", key: "subject"},
	{name: "look", key: "at", holder: "account", told: "at, what", lasting: true},
}

// Of returns what is kept of some accounts, and the texts that mention somebody, by table: without what anybody could
// sign in with. Files that wait to be handed in are told by name. What is sealed is opened, if there is a sealer.
func Of(ctx context.Context, db *store.Work, by Sealer, mentioned func(text string) bool, accounts []string) (map[string][]bureau.Held, error) {
	theirs := map[string]bool{}
	for _, a := range accounts {
		theirs[a] = true
	}
	all := map[string][]bureau.Held{}
	for _, t := range tables {
		if t.told == "" {
			continue
		}
		told := strings.Split(t.told, ", ")
		err := db.Rows(ctx, func(scan func(...any) error) (bool, error) {
			var of, text string
			values, into := make([]any, len(told)), []any{&of, &text}
			for i := range values {
				into = append(into, &values[i])
			}
			if err := scan(into...); err != nil {
				return false, err
			}
			if text = opened(by, text, of); theirs[of] || text != "" && mentioned(text) {
				h := bureau.Held{Account: of, Line: map[string]any{}}
				for i, column := range told {
					if text, is := values[i].(string); is {
						values[i] = opened(by, text, of)
					}
					h.Line[column] = values[i]
				}
				all[t.name] = append(all[t.name], h)
			}
			return true, nil
		}, "SELECT "+column(t.holder)+", "+column(t.text)+", "+t.told+" FROM work."+t.name+" ORDER BY 1, "+t.key)
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// column returns a column, or an empty text.
func column(name string) string {
	if name == "" {
		return "''"
	}
	return name
}

// Forget removes the texts that mention somebody who is forgotten, and what accounts have left but their
// looks, which know them by number.
func Forget(ctx context.Context, db *store.Work, by Sealer, mentioned func(text string) bool, accounts []string) error {
	gone := map[string][]string{} // keys by table
	for _, t := range tables {
		if t.text == "" {
			continue
		}
		err := db.Rows(ctx, func(scan func(...any) error) (bool, error) {
			var key, of, text string
			err := scan(&key, &of, &text)
			if mentioned(opened(by, text, of)) {
				gone[t.name] = append(gone[t.name], key)
			}
			return true, err
		}, "SELECT "+t.key+", "+column(t.holder)+", "+t.text+" FROM work."+t.name)
		if err != nil {
			return err
		}
	}
	return db.Write(ctx, func(tx *store.WorkTx) (err error) {
		_, err = tx.Exec("DELETE FROM work.file")                                                     // it is sealed, and nobody sees who is in it; whoever was about to hand it in has it
		_, failed := tx.Exec("DELETE FROM work.mail WHERE state NOT IN ($1, $2)", MailNew, MailWaits) // likewise; what waits may be a report
		err = errors.Join(err, failed)
		remove := func(t table, column, value string) {
			_, failed := tx.Exec("DELETE FROM work."+t.name+" WHERE "+column+" = $1", value)
			err = errors.Join(err, failed)
		}
		for _, t := range tables {
			for _, key := range gone[t.name] {
				remove(t, t.key, key)
			}
			if t.holder == "" || t.lasting {
				continue
			}
			for _, account := range accounts {
				remove(t, t.holder, account)
			}
		}
		return err
	})
}
