# make demo   builds an invented federation of two years in bin/demo, and serves its
#             public site on http://localhost:8080 until Ctrl-C; bin/demo/samples
#             has a sample of every format, and what becomes of it
# make demo-mail
#             shows a report on its way from an e-mail to a published list and the
#             letters about it, with Dovecot and a mail server of its own, and serves
#             the site until Ctrl-C
# make test   everything that must hold: format, linters, tests, fuzzing; it
#             installs strace, postgresql, dovecot, chromium and fonts where they are missing
#             and it may
# make dist   what is released: archives, packages, images, SBOM, checksums
# make soak   the long sweeps: at every call and statement something befalls it, and
#             servers are killed for a minute (soak-sweeps), tests take all of which they take a part by default
#             (soak-tests), pages are shown in every look (soak-pages), a thousand
#             bureaus live for years (soak-simulator), the site is attacked while
#             it is read (soak-serve), and clubs hand in reports all at once (soak-portal)
# make bench  the benchmarks of docs/benchmarks.md
# make bench-pairs OLD=COMMIT PKG=./regulation/fide BENCH='Rate$$'
#             a benchmark before and after a change, in alternating turns on one core

GO     ?= go
FUZZ   ?= 10000x
# Programs need no library, and their bytes no compiler but Go's.
export CGO_ENABLED := 0
LINTER := $(GO) tool -modfile=tools/go.mod golangci-lint

.PHONY: all build engine release dist dist-twice leave demo demo-mail generate test tools lint unit cover e2e fuzz soak soak-sweeps soak-tests soak-pages soak-simulator soak-serve soak-portal bench bench-pairs

all: build

# The program without what visitors' browsers run; the site says so then.
build:
	$(GO) build -o bin/arpad ./cmd/arpad

# What visitors' browsers run, to be embedded: packed, because plain hosts do not
# pack, and with the script of the same Go. -l leaves out what inlining repeats.
# Go's own gzip packs it, so that every machine makes the same bytes.
ENGINE := internal/site/engine
ENGINE_MOST := 2700000

engine:
	@mkdir -p bin
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -gcflags=all=-l -o bin/engine.wasm ./cmd/arpad-wasm
	@$(DIST) pack bin/engine.wasm bin/engine.bin
	@test $$(wc -c < bin/engine.bin) -le $(ENGINE_MOST) || { \
	  echo "The engine has $$(wc -c < bin/engine.bin) bytes, more than $(ENGINE_MOST)" >&2; exit 1; }
	@cmp -s bin/engine.bin $(ENGINE)/engine.bin || cp bin/engine.bin $(ENGINE)/engine.bin
	@cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(ENGINE)/wasm_exec.js
	@cp "$$($(GO) env GOROOT)/LICENSE" $(ENGINE)/LICENSE-go

# The program with everything, as it is given to others.
release: engine
	$(GO) build -trimpath -tags engine -o bin/arpad ./cmd/arpad

# What is released, in bin/dist (docs/versions.md, "A release"). MINISIGN_KEY names
# the key that signs, MINISIGN_PASSWORD has its password. TARGETS=linux/amd64: only that.
DIST = $(GO) build -C tools -o ../bin/distribute ./dist && bin/distribute

dist: engine
	$(DIST) $(TARGETS)

# Two builds of one commit are the same, byte for byte: the second in another folder,
# with an empty cache, and without gcc and zopfli.
dist-twice: dist
	rm -rf bin/twice && mkdir -p bin/twice/bin
	git clone -q . bin/twice/source
	ln -s /usr/bin/* bin/twice/bin && rm -f bin/twice/bin/*gcc* bin/twice/bin/cc bin/twice/bin/zopfli
	cd bin/twice/source && PATH="$(CURDIR)/bin/twice/bin:$$(dirname "$$(command -v $(GO))")" GOCACHE=$(CURDIR)/bin/twice/cache $(MAKE) --no-print-directory dist
	diff -r bin/dist bin/twice/source/bin/dist
	rm -rf bin/twice

# The databases that a version leaves (TestEveryVersionLeftItsDatabases), before it is
# tagged: make leave VERSION=v0.1.0
leave: tools
	LEAVE=$(VERSION) $(GO) test ./cmd/arpad -run TestLifeOfToday -count 1
	git add cmd/arpad/testdata/upgrade/$(VERSION)

demo: release
	@rm -rf bin/demo
	@mkdir -p bin/demo && cp -r report/testdata/dialects bin/demo/samples && cp -r report/testdata/lists bin/demo/samples/lists && cp -r report/testdata/exports bin/demo/samples/exports
	@bin/arpad demo --serve localhost:8080 bin/demo

demo-mail: build
	@rm -rf bin/demo-mail
	@mkdir -p bin/demo-mail
	@$(GO) run ./internal/test/post/demo bin/arpad bin/demo-mail demo/japan

# The description of the API.
generate:
	UPDATE=1 $(GO) test ./internal/api -run TestDescription

# The tests of commands wait for disks and servers, so the linters and fuzzing run beside
# them. The browser has the machine to itself.
test: tools engine
	@$(MAKE) --no-print-directory -j2 unit lint fuzz
	@$(MAKE) --no-print-directory e2e

# What the tests call: strace has system calls fail, a PostgreSQL server keeps a
# bureau, Dovecot a mailbox, Chromium shows the site, with fonts for Japanese. Who is root gets them,
# others are told.
tools:
	@command -v strace >/dev/null && command -v chromium >/dev/null && command -v pgbouncer >/dev/null && command -v haproxy >/dev/null && command -v pebble >/dev/null && command -v dovecot >/dev/null && command -v systemd-analyze >/dev/null && ls /usr/lib/postgresql/*/bin/initdb /usr/share/fonts/opentype/noto/NotoSerifCJK-*.ttc >/dev/null 2>&1 || { \
	  test "$$(id -u)" = 0 && apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends strace postgresql pgbouncer haproxy pebble dovecot-imapd systemd chromium fonts-noto-cjk; } || { \
	  echo 'The tests need strace, PostgreSQL, PgBouncer, HAProxy, Pebble, Dovecot, systemd, Chromium and fonts: sudo apt-get install strace postgresql pgbouncer haproxy pebble dovecot-imapd systemd chromium fonts-noto-cjk' >&2; exit 1; }

lint:
	$(LINTER) run --allow-parallel-runners
	cd e2e && $(GO) tool -modfile=../tools/go.mod golangci-lint run --allow-parallel-runners

# How much of the engine its tests and worked examples run.
cover:
	@mkdir -p bin
	$(GO) test -vet off -coverprofile bin/cover.out -coverpkg ./regulation/...,./season/...,./rating/...,./civil/... ./regulation/... ./season/... ./rating/... ./civil/... ./internal/example/...
	$(GO) tool cover -func bin/cover.out | tail -1

# The tests of commands wait for disks and servers more than they compute. The
# linters have vetted the code.
unit:
	$(GO) test -vet off -timeout 60m -parallel 4 ./...
	$(GO) test -C tools -vet off ./dist

# The site in a browser. UPDATE=1 takes the screenshots of docs/screenshots.
e2e:
	cd e2e && $(GO) test -vet off -count 1 -timeout 30m ./...

# Every reader, fuzzed with so many inputs, or for a time (FUZZ=40s): its package
# and its target. At the end of a time a busy machine can fail without a cause
# ("context deadline exceeded"). What is new is made smaller ten times at most;
# else a large file takes all the time for that.
FUZZED := report/trf:FuzzRead report/json:FuzzRead report/file:FuzzRead report/table:FuzzWorkbook report/table:FuzzWorksheet report/table:FuzzPage \
	report/table:FuzzCSV report/template:FuzzRead report/chessresults:FuzzRead report/chessresults:FuzzUpload report/swissperfect:FuzzRead \
	report/gamelist:FuzzRead report/gamelist:FuzzPGN report/pack:FuzzUnpack season:FuzzJudge \
	internal/sheet:FuzzGuard roster:FuzzRead roster:FuzzStandings roster/fidelist:FuzzRead internal/tamper:FuzzRead \
	internal/bureau/register/namekey:FuzzKeys internal/entrylist:FuzzPasted internal/portal/reports:FuzzTyped internal/mailbox:FuzzRead

fuzz:
	@for f in $(FUZZED); do $(GO) test ./$${f%:*} -run '^$$' -fuzz "^$${f#*:}$$" -fuzztime $(FUZZ) -fuzzminimizetime 10x || exit 1; done

soak: soak-sweeps soak-tests soak-pages soak-simulator soak-serve soak-portal

# Readers of the site while others attack it (docs/serving.md): how much memory it takes, and for how
# long readers wait. ARPAD_READERS a second, ARPAD_ATTACKERS, ARPAD_PLAYERS, ARPAD_SECONDS.
soak-serve:
	$(GO) test ./cmd/arpad -run '^$$' -bench 'Siege' -benchtime 1x -timeout 30m

# Organisers hand in reports of 300 players on a Sunday evening, while others read: none is lost or doubled,
# and how long all wait. ARPAD_PLAYERS, ARPAD_ORGANISERS, ARPAD_ADMITTED (reports in the open period),
# ARPAD_SECONDS, ARPAD_READERS a second.
soak-portal:
	$(GO) test ./cmd/arpad -run '^$$' -bench 'SundayEvening' -benchtime 1x -timeout 60m

soak-sweeps: tools
	ARPAD_SOAK=1 $(GO) test ./cmd/arpad -run 'AtEvery|EveryCall|PowerFails|DiskIsFull|FilesAreLimited|OutputIsWhole|ReplacedBackup|TurnsAreMadeUpFor|WhileMailGoes|TestTwoServers$$' -v -count 1 -timeout 180m
	ARPAD_SOAK=1 $(GO) test ./internal/mail/smtp -run 'AtEvery' -v -count 1 -timeout 30m

# Tests of the bureau, on every store and in every form (internal/test/soak), and seasons and forms that are drawn.
SOAKED := ./internal/bureau/... ./internal/store ./internal/tamper ./internal/test/life ./internal/test/attack \
	. ./roster ./season ./internal/adoption ./internal/portal/reports

soak-tests: tools
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m $(SOAKED)
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./cmd/arpad -run 'TestExamplesWorkInTheDemo|TestUpgradeAndBack|TestScriptsOnPostgreSQL|TestCommandOfAnAct|TestOutcomesAreAsBefore'
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./cmd/arpad -run 'TestSite$$|TestFolderFollows'
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./cmd/arpad -run 'TestKilledWhileHandingIn|TestPromise1KilledAtAnyInstant|TestPublicationAgainstOthers|TestTwoOfficersPublishAtOnce|TestFiftyWriters|TestOneReportFiftyTimes'
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./internal/test/simulation -run 'TestSameSeedSameLife|TestShrink'
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./report/file -run 'TestMutations$$|TestEncodingsOfFederations|TestHostileReportsTakeLittle'
	ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 60m ./internal/act -run TestMutationsAreNoticed

# Every kind of page at four widths, in the light, in the dark and in forced colours, and what people do on them in both languages.
soak-pages: tools
	cd e2e && ARPAD_SOAK=1 $(GO) test -vet off -count 1 -timeout 120m ./...

# A thousand bureaus live for ten years each; which seed failed is said. Memory
# for time: GOGC.
soak-simulator: tools
	GOGC=1000 $(GO) test ./internal/test/simulation -run 'TestSimulation$$' -v -count 1 -timeout 0 -parallel 5 -lives 1000 -years 10

bench:
	$(GO) test -run '^$$' -bench . -count 5 ./internal/test/trfbench ./regulation/ncs ./regulation/fide ./cmd/arpad
	$(GO) test -run '^$$' -bench 'Lookup|Tree|Guarded' ./internal/store ./internal/tamper
	$(GO) test -run '^$$' -bench 'Close|Publish|Submit|Durable|Recheck|Import|Disclose' -count 5 ./internal/bureau/closing ./internal/bureau/intake ./internal/bureau/care ./internal/bureau/proof
	$(GO) test -run '^$$' -bench Verify -benchtime 1x ./internal/bureau/care

OLD   ?= HEAD
PKG   ?= ./regulation/ncs
BENCH ?= .
TURNS ?= 10

bench-pairs:
	@$(GO) run ./internal/test/benchpairs -old '$(OLD)' -bench '$(BENCH)' -turns $(TURNS) $(PKG)
