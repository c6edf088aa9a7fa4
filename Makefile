# make play   plays battleship (builds first; installs missing system packages)
# make test   runs everything that must hold
# make help   lists the rest

SWIFT    ?= swift
PREFIX   ?= /usr/local
GAME     ?= battleship
BUILD    := .build/release
DEBUG    := .build/debug
RELEASE  := -c release -debug-info-format none
SOURCES  := Package.swift Sources Tests Examples Benchmarks/Sources Benchmarks/Tests

# The manifest has the server, the examples and the benchmarks only with PARLOR_ALL=1, so who only plays fetches and builds nothing
# of them. A clone that has the server's packages keeps them: without them SwiftPM would throw them away, and the next build of the
# server would compile them again.
ifeq ($(PARLOR_ALL),)
PARLOR_ALL := $(if $(wildcard .build/checkouts/hummingbird),1)
endif
export PARLOR_ALL
ALL      := PARLOR_ALL=1

# How much the tests try: quick, for every change; full, before a release.
export PARLOR_EFFORT ?= quick
effort    = $(if $(filter full,$(PARLOR_EFFORT)),$(2),$(1))

# These wait on clocks: beside tests that keep every thread busy they would wait too long.
SERVER_TESTS := HostingTests|ParlorServerTests|JetStreamLogTests

# `make test` builds once, and then its steps needn't look again (BUILT=1).
TESTS    := $(if $(BUILT),,build-tests)

.DEFAULT_GOAL := help
.PHONY: help packages packages-server build play server-build serve install-server cluster test test-full build-tests test-swift test-server test-server-swift test-web test-http test-openapi test-browser test-faults test-cluster test-release test-partial test-asan test-mutation test-lua test-examples test-outside test-fuzz fuzz fuzz-decoders lint format docs guide check check-full bench install uninstall clean test-check nightly contact-sheet

help: ## Show what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install missing system packages (apt), or say what to install
	@.ci/packages

packages-server: packages
	@.ci/packages server

# The rules first: all Swift above swift-crypto waits for its C files, which would otherwise share the processor with what nobody
# waits for.
build: packages ## Build the program
	$(SWIFT) build $(RELEASE) --target GameRules
	$(SWIFT) build $(RELEASE) --product parlor

play: build ## Play battleship (GAME=tic-tac-toe for another); without a terminal: a demonstration
	@$(BUILD)/parlor play $(GAME)

server-build: packages-server ## Build the server
	$(ALL) $(SWIFT) build $(RELEASE) --target GameRules
	$(ALL) $(SWIFT) build $(RELEASE) --product parlor-server

serve: server-build ## Open a lobby on this machine: http://127.0.0.1:8080 (PORT=8081 ARGS='--log memory')
	@PARLOR_HOME=. $(BUILD)/parlor-server --port '$(or $(PORT),8080)' $(ARGS)

cluster: server-build ## Three servers of NATS and two of the server in front, on this machine, until Ctrl-C (PORT=8081)
	@python3 .ci/cluster up --program $(BUILD)/parlor-server --port '$(or $(PORT),8081)'

test: packages-server ## Run everything that must hold for each change, in debug; a table of times comes last
	@BUILT=1 .ci/steps lint test-lua build-tests! test-swift test-examples test-fuzz test-server-swift test-web test-faults

test-full: packages-server ## The same with more seeds, games and mutations, the bundled games' budgets, and the runtime in release
	@BUILT=1 PARLOR_EFFORT=full .ci/steps lint test-lua build-tests! test-swift test-examples test-fuzz test-server-swift test-web test-faults test-check test-release

build-tests: packages-server ## Build everything in debug: the library, the program, the server, all tests
	$(ALL) $(SWIFT) build --build-tests

# ONLY=GameRulesTests builds and runs these tests alone.
ifdef ONLY
NEEDS_ALL := $(filter ParlorServerTests JetStreamLogTests BenchmarksTests,$(ONLY))
test-swift: export PARLOR_ALL := $(if $(NEEDS_ALL),1,$(PARLOR_ALL))
test-swift: export PARLOR_TESTS := $(ONLY)
test-swift: packages $(if $(NEEDS_ALL),packages-server) ## Run the Swift tests; warnings are errors (ONLY=GameRulesTests for one part)
	$(if $(filter ParlorCommandTests,$(ONLY)),$(SWIFT) build --product parlor)
	$(SWIFT) build --product parlorPackageTests
	@.ci/swift-test --skip-build
else
test-swift: $(TESTS)
	@$(ALL) .ci/swift-test --skip-build --skip '$(SERVER_TESTS)'
endif

test-server: $(TESTS) ## Test the server: its parts, its HTTP, its page in a browser, a short run of a failing cluster
	@BUILT=1 .ci/steps test-server-swift test-web test-faults

test-server-swift: $(TESTS)
	@$(ALL) .ci/swift-test --skip-build --filter '$(SERVER_TESTS)'

# Both wait for each other's answers more than they compute.
test-web: $(TESTS)
	@$(MAKE) --no-print-directory -j2 --output-sync=target test-http test-browser

test-http: $(TESTS)
	@PARLOR_HTTP_CASES='$(call effort,8,25)' Tests/Server/http/run

test-openapi: $(TESTS) ## Follow the links of the server's OpenAPI document with made-up requests (SECONDS=600 SEED=1)
	@PARLOR_LINK_SECONDS='$(or $(SECONDS),600)' PARLOR_HTTP_SECONDS=$$(( $(or $(SECONDS),600) + 300 )) PARLOR_HTTP_SEED='$(or $(SEED),1)' \
	  PARLOR_HTTP_CASES=200 Tests/Server/http/run Schemathesis

test-browser: $(TESTS)
	@Tests/Server/browser/run

test-faults: $(TESTS)
	@python3 .ci/cluster/selftest.py
	@python3 .ci/cluster faults --seconds '$(call effort,20,40)' --rounds '$(call effort,20,60)'

test-cluster: $(TESTS) ## Play matches on three servers of NATS that are killed, halted and cut off meanwhile (SECONDS=600 SEED=1)
	@python3 .ci/cluster/selftest.py
	@python3 .ci/cluster faults --seconds '$(or $(SECONDS),600)' --seed '$(or $(SEED),1)'

test-check: build ## Check the bundled games, and that none of them became dearer
	$(BUILD)/parlor check --budget verify

test-fuzz: $(TESTS) ## Hostile games and broken files through the debug build, always the same (SECONDS=60; SEED=2 for others)
	@python3 .ci/fuzz/selftest.py
	@python3 .ci/fuzz --program $(DEBUG)/parlor --seconds '$(or $(SECONDS),$(call effort,20,60))' --seed '$(or $(SEED),1)'

fuzz: build ## Hostile games and broken files through every command until Ctrl-C (SECONDS=600 SEED=1 CASE=7 ONLY=drive LIKE=rehash JOBS=2 AGAIN=folder)
	@python3 .ci/fuzz --program $(BUILD)/parlor $(if $(SECONDS),--seconds '$(SECONDS)') $(if $(SEED),--seed '$(SEED)') \
	  $(if $(CASE),--case '$(CASE)') $(if $(ONLY),--only '$(ONLY)') $(if $(LIKE),--like '$(LIKE)') $(if $(JOBS),--jobs '$(JOBS)') $(if $(AGAIN),--again '$(AGAIN)')

fuzz-decoders: packages ## The decoders under libFuzzer (SECONDS=600); builds them first
	@.ci/fuzz-decoders '$(or $(SECONDS),60)'

# Builds of the runtime alone, in folders of their own: other flags would compile everything else again.
test-release: packages ## Run the runtime's tests in an optimised build: deadlines and races differ there
	PARLOR_PART=runtime $(SWIFT) build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/release-tests
	@PARLOR_PART=runtime .ci/swift-test -c release --skip-build --scratch-path .build/release-tests --filter LuaRuntimeTests

test-partial: packages ## Run the rules' tests in an optimised build, and compare what single phones know with the whole match (GAMES=10000)
	PARLOR_PART=rules $(SWIFT) build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/release-rules
	@PARLOR_PART=rules PARLOR_PARTIAL_GAMES='$(or $(GAMES),10000)' .ci/swift-test -c release --skip-build --scratch-path .build/release-rules --filter GameRulesTests

test-asan: packages ## Run the runtime's tests under AddressSanitizer (sees the C of the Lua boundary, not the system's Lua)
	PARLOR_PART=runtime $(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	@PARLOR_PART=runtime .ci/swift-test --skip-build --disable-xctest --sanitize=address --scratch-path .build/asan --filter LuaRuntimeTests

test-mutation: packages ## Delete lines of the enforcement code: tests must notice (SEED=1 COUNT=30 ONLY=file); takes hours
	@.ci/mutation --seed '$(or $(SEED),1)' --count '$(or $(COUNT),30)' --only '$(ONLY)'

test-examples: $(TESTS) ## Run the programs in Examples, which embed Parlor
	@for program in BotMatch TwoPhones JSONStore CardTable; do PARLOR_HOME=. $(DEBUG)/$$program || exit 1; done

test-outside: packages ## Build the examples, and an app that ships its games, as packages that see only what Parlor makes public
	@.ci/outside

test-lua: packages ## Run the author's modules in plain Lua
	lua5.4 sdk/tests/run.lua

lint: ## Check the format, and the Lua where luacheck is installed (Debian: lua-check)
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	@if command -v luacheck > /dev/null; then luacheck -q --config sdk/.luacheckrc sdk games .ci/reference.lua; fi

format: ## Format the Swift files
	$(SWIFT) format --in-place --recursive $(SOURCES)

docs: $(TESTS) ## Make the documentation of the library (.build/docs), from a debug build; warnings are errors
	@$(ALL) .ci/docs

guide: ## Make the guide's reference (sdk/guide/reference.md) from the annotations of the modules and the stubs
	lua5.4 .ci/reference.lua > sdk/guide/reference.md.new
	mv sdk/guide/reference.md.new sdk/guide/reference.md

contact-sheet: build ## Draw all games in typical positions into docs/contact-sheet.svg, which the README shows: look at it
	$(BUILD)/parlor show --all --as svg > docs/contact-sheet.svg.new
	mv docs/contact-sheet.svg.new docs/contact-sheet.svg

check: build ## Check all bundled games, a few seconds for each
	$(BUILD)/parlor check

check-full: build ## Check every ply of many games of each bundled game
	$(BUILD)/parlor check --full

nightly: ## What takes too long for every change
	@.ci/steps test-full check-full test-partial test-openapi test-cluster fuzz-decoders test-mutation

bench: packages-server ## Measure what the parts cost, in release (ARGS="messages connect-four --seconds 20"; without ARGS: what there is)
	$(ALL) $(SWIFT) build $(RELEASE) --product benchmarks
	@PARLOR_HOME=. $(BUILD)/benchmarks $(ARGS)

install: build ## Install to PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/parlor
	install $(BUILD)/parlor $(DESTDIR)$(PREFIX)/bin/parlor
	cp -R sdk games $(DESTDIR)$(PREFIX)/share/parlor/

install-server: server-build ## Install the server, its page and the games to PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/parlor
	install $(BUILD)/parlor-server $(DESTDIR)$(PREFIX)/bin/parlor-server
	cp -R sdk games server/web $(DESTDIR)$(PREFIX)/share/parlor/

uninstall: ## Remove what install put there
	rm -rf $(DESTDIR)$(PREFIX)/bin/parlor $(DESTDIR)$(PREFIX)/bin/parlor-server $(DESTDIR)$(PREFIX)/share/parlor

clean: ## Remove what was built
	rm -rf .build
