#!/bin/sh
# Life of a small federation, which leaves a document of almost every kind behind: some
# players and clubs change, reports wait, are decided on and rated, lists are published,
# one is corrected, a person is erased. $ARPAD is the program, $ARPAD_DB the database,
# $ARPAD_KEY_FILE the key and $SAMPLES the folder demo/japan.
set -eu
export ARPAD_OFFICER=sato
on() { export ARPAD_CLOCK="$1T09:00:00+09:00"; }
run() { "$ARPAD" "$@" >/dev/null; }
asks() { ! run "$@"; } # exit status 1: some report needs an answer

on 2023-01-21
run init --authority ncs --label 2023-02 "$SAMPLES/opening.csv"
run club add name='Minato Chess Club' representative='Aoki Ren'
run club add name='Kita Chess Club' representative='Baba Mio'

on 2023-02-06
meeting=$(mktemp -d)/meeting.json
trap 'rm -r "$(dirname "$meeting")"' EXIT
cat > "$meeting" <<'END'
{ "schema": "arpad.report/1", "name": "Minato Meeting", "organizer": "Minato Chess Club", "venue": "Minato Civic Hall", "start": "2023-02-04", "end": "2023-02-04", "time": "13:00",
  "meeting": true, "responsible": "Aoki Ren", "submitted_by": "Aoki Ren", "time_control": ["3600+30"],
  "sections": [ { "rounds": 2, "players": [
      { "start_number": 1, "id": "N00000001", "name": "Aoki Ren" }, { "start_number": 2, "id": "N00000002", "name": "Baba Mio" },
      { "start_number": 3, "id": "N00000003", "name": "Chiba Sota" }, { "start_number": 4, "name": "Tanaka Yu", "birth": "2001" } ],
    "games": [
      { "round": 1, "date": "2023-02-04", "white": 1, "black": 2, "result": "1-0" }, { "round": 1, "date": "2023-02-04", "white": 4, "black": 3, "result": "1/2-1/2" },
      { "round": 2, "date": "2023-02-04", "white": 4, "black": 1, "result": "0-1" }, { "round": 2, "date": "2023-02-04", "white": 2, "black": 3, "result": "+/-" } ] } ] }
END
asks report submit --from 'Aoki Ren' "$meeting"
run player add name='Tanaka Yu' birth=2001-06-07
run member add N00000013 --from 2023-01-01 --to 2023-12-31
run report match 2023-02-0001 --start 4 --player N00000013
run fee paid 2023-02-0001 --amount 600
run fee paid 2023-02-0001

on 2023-02-21
run period close 2023-03
run period publish --reason 'before its day' 2023-03

on 2024-01-05
run announce add 'Minato New Year Rapid' --club 'Minato Chess Club' --start 2024-01-06 --rounds 5
run member add N00000005 --from 2025-01-01 --to 2025-12-31
run player set N00000003 title=CM --reason 'a title was awarded'
run player distinct N00000003 N00000004 --reason 'both have played'
run precedent add --title 'A draw by telephone' --clause '5(1)' --text 'It counts.' --by 'the board'

on 2024-01-09
run report submit "$SAMPLES/reports/winter-open.json"
asks report submit --from 'Baba Mio' --organizer 'Kita Chess Club' "$SAMPLES/reports/new-year-rapid.trf"
run report answer 2024-01-0002 non-member=count --reason 'the renewal was in the post'

on 2024-01-21
run period close 2024-02
run period tick 2024-02 all --reason seen
run period publish --reason 'before its day' 2024-02

on 2024-02-05
asks report submit "$SAMPLES/reports/spring-cup.trf"
run report withhold 2024-02-0001 --reason 'the score sheets are awaited'
run report answer 2024-02-0001 non-member=exclude --reason 'the renewal was not paid'
run report admit 2024-02-0001 --reason 'the score sheets were seen'

on 2024-02-21
run period close 2024-03
run period tick 2024-03 all --reason seen
run period publish --reason 'before its day' 2024-03

on 2024-03-05
run inquiry add --who 'Mori Kei' --contact kei@example.jp --what 'I drew this game.' --list 2024-02 --player N00000002 --event 2024-01-0001
run correct result 2024-01-0001 --round 1 --white 1 --black 2 --result 1/2-1/2 --inquiry Q1 --reason 'a draw on both score sheets'
run correction accept C1 --reason 'both sheets were seen'
run inquiry add --who 'Mori Kei' --contact kei@example.jp --what 'And this one.' --list 2024-02 --player N00000002 --event 2024-01-0001
run inquiry close Q2 --reason 'it was counted as played'
run player add name='Tanaka Yuu' birth=2001-06-07
run player merge N00000014 N00000013 --reason 'one person'
run report notice --event 'Kita Spring Open' --start 2024-03-02 --end 2024-03-03 --from https://chess-results.com/tnr1.aspx
sed 's/2023-02-04/2024-03-03/g; s/Tanaka Yu/Mori Jun/' "$meeting" > "$meeting.json"
asks report submit --from 'Aoki Ren' "$meeting.json"
run person erase N00000012 --yes --reason 'on request, letter 13'
