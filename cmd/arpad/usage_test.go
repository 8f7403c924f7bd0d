package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// misuses are unusable arguments, with the expected message.
var misuses = []struct {
	args   string // with _ for an empty one
	en, ja string
}{
	{"--bogus", "There is no flag --bogus.", "フラグ --bogus はありません。"},
	{"rate --fromat json f.csv", "There is no flag --fromat. Did you mean --format?", "フラグ --fromat はありません。--format ですか。"},
	{"raet", "raet is not expected here. Did you mean set, rate?", "raet はここでは使えません。set, rate ですか。"},
	{"period publish a b", "b is not expected here.", "b はここでは使えません。"},
	{"rate", "Missing: --regulation=ID", "足りません: --regulation=ID"},
	{"correct result", "Missing: --black=N, --reason=TEXT, --result=1-0, --round=N, --white=N", "足りません: --black=N, --reason=TEXT, --result=1-0, --round=N, --white=N"},
	{"period publish", "Missing: <label>", "足りません: <label>"},
	{"rate --regulation x", "Missing: <report> ...", "足りません: <report> ..."},
	{"bundle", "Missing: <label> <file>", "足りません: <label> <file>"},
	{"rate --regulation", "--regulation needs a value.", "--regulation には値が必要です。"},
	{"convert -o --to json f.csv", "--out needs a value.", "--out には値が必要です。"},
	{"rate --regulation japan --players", "--players needs a value.", "--players には値が必要です。"},
	{"init --authority foo --label 2024-01 f.csv", `--authority: "foo" is not one of ncs, `, "--authority の foo は使えません。使えるのは ncs, "},
	{"check --regulation japan --type foo f.csv", `--type: "foo" is not one of standard, rapid, blitz.`, "--type の foo は使えません。使えるのは standard, rapid, blitz です。"},
	{"correct rating --player x --type foo --rating 3 --reason r", `--type: "foo" is not one of standard, rapid, blitz.`, "--type の foo は使えません。使えるのは standard, rapid, blitz です。"},
	{"list --format xml", `--format: "xml" is not one of text, csv, json, xlsx, fide, swiss-manager, jcf.`, "--format の xml は使えません。"},
	{"list --lang fr", `--lang: "fr" is not one of en, ja.`, "--lang の fr は使えません。"},
	{"list --revision 1.5", `--revision: "1.5" is not a whole number.`, "--revision の 1.5 は整数ではありません。"},
	{"rate --regulation japan --max-size x f.csv", `--max-size: "x" is not a whole number.`, "--max-size の x は整数ではありません。"},
	{"calc change --regulation ncs-2022 --rating 1 --opponent 1 --score x", `--score: "x" is not a number.`, "--score の x は数ではありません。"},
	{"report notice --event x --start foo --end 2024-01-01 --from y", `--start: "foo" is not a date (write 2024-01-31).`, "--start の foo は日付ではありません(例: 2024-01-31)。"},
	{"rate --regulation japan --received 2024-13-01 f.csv", `--received: "2024-13-01" is not a date`, "--received の 2024-13-01 は日付ではありません"},
	{"rate --regulation japan --set late f.csv", `--set: "late" is not of the form NAME=VALUE.`, "--set の late は NAME=VALUE の形ではありません。"},
	{"report match r --player x --new", "--player and --new cannot be used together.", "--player と --new は同時に指定できません。"},
	{"serve --cert f.csv", "--cert and --key belong together.", "--cert と --key は両方指定してください。"},
	{"serve --proxy 10.0.0.0", `--proxy: "10.0.0.0" is not a network (write 10.0.0.0/8, or 10.0.0.1/32 for one address).`, "--proxy の 10.0.0.0 はネットワークではありません"},
	{"serve --rate x", `--rate: "x" is not a whole number.`, "--rate の x は整数ではありません。"},
	{"list --now=maybe", "--now takes no value", "--now に値は指定できません"},
	{"restore .", "is a folder, not a file", "フォルダーです"},
	{"restore nofile", "nofile: no such file", "nofile がありません"},
	{"export _", "The name of the file to write is empty", "名前が空です"},
}

// Messages about arguments are in the requested language.
func TestMisuseIsExplained(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "f.csv", []byte("id,name\n"))
	t.Setenv("ARPAD_LANG", "")
	english := regexp.MustCompile(`\b(expected|missing|unknown|unexpected|must|but got|did you mean|value|exists)\b`)
	for _, m := range misuses {
		args := strings.Fields(m.args)
		for i := range args {
			args[i] = strings.TrimPrefix(args[i], "_")
		}
		for lang, want := range map[string]string{"en": m.en, "ja": m.ja} {
			if strings.Contains(m.args, "--lang") {
				t.Setenv("ARPAD_LANG", lang)
			}
			said, exit := status(append([]string{"--lang=" + lang}, args...)...)
			if strings.Contains(m.args, "--lang") {
				said, exit = status(args...)
			}
			if exit != exitFailed || !strings.Contains(said, want) {
				t.Errorf("%s, %s: exit status %d, want %q:\n%s", m.args, lang, exit, want, said)
			}
			if word := english.FindString(said); lang == "ja" && word != "" {
				t.Errorf("%s: %q is not Japanese:\n%s", m.args, word, said)
			}
			if !strings.Contains(said, "--help") {
				t.Errorf("%s, %s: nothing leads to the help:\n%s", m.args, lang, said)
			}
		}
	}
	t.Setenv("ARPAD_CLOCK", "yesterday")
	for lang, want := range map[string]string{"en": `ARPAD_CLOCK: "yesterday" is not a date and time (write 2024-01-31T12:00:00+09:00).`, "ja": "ARPAD_CLOCK の yesterday は時刻ではありません(例: 2024-01-31T12:00:00+09:00)。"} {
		if said, exit := status("--lang", lang, "list"); exit != exitFailed || !strings.Contains(said, want) {
			t.Errorf("%d %s", exit, said)
		}
	}
}

// keepsSecret checks that arguments are refused, in both languages, without
// printing a secret.
func keepsSecret(t *testing.T, args []string, secret string) {
	t.Helper()
	for _, lang := range []string{"en", "ja"} {
		var out bytes.Buffer
		if exit := run(append(args[:len(args):len(args)], "--lang", lang), &out, &out); exit == exitFine || strings.Contains(out.String(), secret) {
			t.Errorf("%q: exit status %d:\n%s", args, exit, out.String())
		}
	}
}

// A mistyped database address does not reveal its password, wherever it is
// given.
func TestPasswordIsNotShown(t *testing.T) {
	t.Chdir(t.TempDir())
	opening, err := filepath.Abs(filepath.Join(root, "demo/japan/opening.csv"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, "whole.jsonl", nil)
	write(t, "kept.db", nil)
	for _, address := range []string{
		"postgres:/user:hush@host/db", "user:hush@host/db", "postgres://user:hush#host/db", "postgres://user;hush@host/db", "postgres：//user：hush＠host/db",
		"host=h password=hush", "mysql://user:hush@host/db",
	} {
		t.Setenv("ARPAD_DB", address)
		for _, args := range [][]string{
			{"list"}, {"verify"}, {"doctor"}, {"migrate"}, {"proof", "init"}, {"import", "whole.jsonl"}, {"restore", "kept.db"}, {"backup", "other.db"},
			{"init", "--authority", "ncs", "--label", "2024-01", opening}, {"list", "--db", address}, {"list", "--db=" + address},
			{"restore", address}, {"backup", address}, {"export", address}, {"list", "--bd=" + address}, {address}, {"import", address},
			{"report", "submit", address}, {"verify", "--bundle", address, "--key", "x"}, {"list", "--key-file", address}, {"convert", "--to", "json", address},
		} {
			keepsSecret(t, args, "hush")
		}
	}
	// The database is right, but an address is given in place of a file.
	t.Setenv("ARPAD_DB", "arpad.db")
	must(t, "init", "--authority", "ncs", "--label", "2024-01", opening)
	for _, address := range []string{"postgres:/user:hush@host/db", "postgres://user:hush@host/db", "user:hush@host/db"} {
		for _, args := range [][]string{
			{"backup", address}, {"export", address}, {"export", "--force", address}, {"convert", "--to", "json", "whole.jsonl", "-o", address}, {"report", "submit", address},
			{"restore", address}, {"import", address}, {"list", "--key-file", address, "2024-02"},
		} {
			keepsSecret(t, args, "hush")
		}
	}
}
