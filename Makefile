# make demo   rates the shipped sample tournaments, explains a number, and builds
#             an invented federation of two years in bin/demo
# make test   everything that must hold: format, linters, tests, fuzzing; it
#             installs strace and postgresql where they are missing and it may
# make soak   the long sweeps: at every call and statement something befalls it
#             (soak-sweeps), and a thousand bureaus live for years (soak-simulator)
# make bench  the benchmarks of docs/benchmarks.md

GO     ?= go
FUZZ   ?= 20000x
LINTER := $(GO) tool -modfile=tools/go.mod golangci-lint

.PHONY: all build demo test tools lint unit fuzz soak soak-sweeps soak-simulator bench

all: build

build:
	$(GO) build -o bin/arpad ./cmd/arpad

demo: build
	@echo '# arpad rate --regulation japan --players demo/japan/opening.csv demo/japan/reports'
	@bin/arpad rate --regulation japan --players demo/japan/opening.csv demo/japan/reports
	@echo
	@echo '# arpad explain --regulation chessa-2015 --players demo/south-africa/opening.csv --player A demo/south-africa/cape.json'
	@bin/arpad explain --regulation chessa-2015 --players demo/south-africa/opening.csv --player A demo/south-africa/cape.json
	@echo
	@echo '# arpad demo bin/demo'
	@rm -rf bin/demo
	@bin/arpad demo bin/demo
	@echo
	@echo '# arpad verify'
	@ARPAD_DB=bin/demo/arpad.db bin/arpad verify
	@echo
	@echo '# Next: what arpad demo proposes, or arpad --help, with --lang ja if you like; the program is bin/arpad.'

test: tools lint unit fuzz

# What the tests call: strace has system calls fail, a PostgreSQL server keeps a
# bureau. Who is root gets them, others are told.
tools:
	@command -v strace >/dev/null && ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { \
	  test "$$(id -u)" = 0 && apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends strace postgresql; } || { \
	  echo 'The tests need strace and PostgreSQL: sudo apt-get install strace postgresql' >&2; exit 1; }

lint:
	$(LINTER) run --allow-parallel-runners

# The tests of commands wait for disks and servers more than they compute.
unit:
	$(GO) test -timeout 30m -parallel 4 ./...

# Every reader, fuzzed with so many inputs, or for a time (FUZZ=40s): its package
# and its target. At the end of a time a busy machine can fail without a cause
# ("context deadline exceeded"). What is new is made smaller ten times at most;
# else a large file takes all the time for that.
FUZZED := report/trf:FuzzRead report/json:FuzzRead report/file:FuzzRead report/pack:FuzzUnpack \
	roster:FuzzRead roster:FuzzStandings roster/fidelist:FuzzRead tamper:FuzzRead \
	bureau/register/namekey:FuzzKeys

fuzz:
	@for f in $(FUZZED); do $(GO) test ./$${f%:*} -run '^$$' -fuzz "^$${f#*:}$$" -fuzztime $(FUZZ) -fuzzminimizetime 10x || exit 1; done

soak: soak-sweeps soak-simulator

soak-sweeps: tools
	ARPAD_SWEEP=1 $(GO) test ./cmd/arpad -run 'AtEvery|EveryCall|PowerFails' -v -count 1 -timeout 30m

# A thousand bureaus live for ten years each; which seed failed is said. Memory
# for time: GOGC.
soak-simulator: tools
	GOGC=1000 $(GO) test ./internal/simulation -run 'TestSimulation$$' -v -count 1 -timeout 0 -parallel 5 -lives 1000 -years 10

bench:
	$(GO) test -run '^$$' -bench . -count 5 ./report/trf ./regulation/ncs ./regulation/fide ./cmd/arpad
	$(GO) test -run '^$$' -bench 'Lookup|Tree|Guarded' ./store ./tamper
	$(GO) test -run '^$$' -bench 'Close|Publish|Submit|Durable|Recheck|Import|Disclose' -count 5 ./bureau
	$(GO) test -run '^$$' -bench Verify -benchtime 1x ./bureau
