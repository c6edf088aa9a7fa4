# make play   plays battleship (builds first; installs missing system packages)
# make test   runs everything that must hold
# make help   lists the rest

SWIFT    ?= swift
PREFIX   ?= /usr/local
GAME     ?= battleship
BUILD    := .build/release
SOURCES  := Package.swift Sources Tests server/Package.swift server/Sources server/Tests

.DEFAULT_GOAL := help
.PHONY: help packages build play serve server-build install-server cluster test test-server test-cluster test-swift test-release test-partial test-asan test-mutation test-lua test-examples test-fuzz fuzz fuzz-decoders lint format docs guide check check-full bench install uninstall clean test-check nightly contact-sheet

help: ## Show what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install missing system packages (apt), or say what to install
	@.ci/packages

build: packages ## Build the program
	$(SWIFT) build -c release --product parlor -debug-info-format none

play: build ## Play battleship (GAME=tic-tac-toe for another); without a terminal: a demonstration
	@$(BUILD)/parlor play $(GAME)

server-build: packages ## Build the server (a package of its own, in server/)
	@.ci/packages server
	$(SWIFT) build --package-path server --scratch-path .build/server -c release --product parlor-server

serve: server-build ## Open a lobby on this machine: http://127.0.0.1:8080 (PORT=8081 ARGS='--log memory')
	@PARLOR_HOME=. .build/server/release/parlor-server --port '$(or $(PORT),8080)' $(ARGS)

cluster: server-build ## Three servers of NATS and two of the server in front, on this machine, until Ctrl-C (PORT=8081)
	@python3 .ci/cluster up --program .build/server/release/parlor-server --port '$(or $(PORT),8081)'

test-cluster: packages ## Play matches on three servers of NATS that are killed, halted and cut off meanwhile (SECONDS=600 SEED=1)
	@.ci/packages server
	@python3 .ci/cluster/selftest.py
	$(SWIFT) build --package-path server --scratch-path .build/server --product log-worker
	$(SWIFT) build --package-path server --scratch-path .build/server --product parlor-server
	@python3 .ci/cluster faults --seconds '$(or $(SECONDS),600)' --seed '$(or $(SEED),1)'

test: packages lint test-lua test-swift test-check test-fuzz test-release test-server ## Run everything: format, warnings, Lua, Swift in debug, the bundled games, a minute of fuzz, the runtime in release, the server

test-swift: packages ## Run the Swift tests; warnings are errors
	$(SWIFT) build --build-tests
	@.ci/swift-test --skip-build

test-server: packages ## Test the server: its parts, its HTTP, its page in a browser, a short run of a failing cluster
	@.ci/packages server
	$(SWIFT) build --package-path server --scratch-path .build/server --build-tests
	@.ci/swift-test --package-path server --scratch-path .build/server --skip-build
	@server/Tests/http/run
	@server/Tests/browser/run
	@python3 .ci/cluster/selftest.py
	@python3 .ci/cluster faults --seconds 40 --rounds 60

test-check: build ## Check the bundled games, and that none of them became dearer
	$(BUILD)/parlor check --budget verify

test-fuzz: packages ## A minute of hostile games and broken files through the debug build, always the same (SEED=2 for others)
	@python3 .ci/fuzz/selftest.py
	$(SWIFT) build --product parlor
	@python3 .ci/fuzz --program .build/debug/parlor --seconds '$(or $(SECONDS),60)' --seed '$(or $(SEED),1)'

fuzz: build ## Hostile games and broken files through every command until Ctrl-C (SECONDS=600 SEED=1 CASE=7 ONLY=drive LIKE=rehash JOBS=2 AGAIN=folder)
	@python3 .ci/fuzz --program $(BUILD)/parlor $(if $(SECONDS),--seconds '$(SECONDS)') $(if $(SEED),--seed '$(SEED)') \
	  $(if $(CASE),--case '$(CASE)') $(if $(ONLY),--only '$(ONLY)') $(if $(LIKE),--like '$(LIKE)') $(if $(JOBS),--jobs '$(JOBS)') $(if $(AGAIN),--again '$(AGAIN)')

fuzz-decoders: packages ## The decoders under libFuzzer (SECONDS=600); builds them first
	@.ci/fuzz-decoders '$(or $(SECONDS),60)'

test-release: packages ## Run the runtime's tests in an optimised build: deadlines and races differ there
	PARLOR_PART=rules $(SWIFT) build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/release-tests
	@PARLOR_PART=rules .ci/swift-test -c release --skip-build --scratch-path .build/release-tests --filter 'LuaRuntimeTests|GameRulesTests'

test-partial: packages ## Compare what single phones know with the whole match on many games (GAMES=10000)
	PARLOR_PART=rules $(SWIFT) build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/release-tests
	@PARLOR_PART=rules PARLOR_PARTIAL_GAMES='$(or $(GAMES),10000)' .ci/swift-test -c release --skip-build --scratch-path .build/release-tests --filter PartialReplicaTests

test-asan: packages ## Run the runtime's tests under AddressSanitizer (sees the waist, not the system's Lua)
	PARLOR_PART=rules $(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	@PARLOR_PART=rules .ci/swift-test --skip-build --disable-xctest --sanitize=address --scratch-path .build/asan --filter LuaRuntimeTests

test-mutation: packages ## Delete lines of the enforcement code: tests must notice (SEED=1 COUNT=30 ONLY=file); takes hours
	@.ci/mutation --seed '$(or $(SEED),1)' --count '$(or $(COUNT),30)' --only '$(ONLY)'

test-examples: packages ## Build and run the programs in Examples, which embed Parlor
	$(SWIFT) build --package-path Examples --scratch-path .build/examples --product BotMatch
	$(SWIFT) build --package-path Examples --scratch-path .build/examples --product TwoPhones
	PARLOR_HOME=. .build/examples/debug/BotMatch
	PARLOR_HOME=. .build/examples/debug/TwoPhones

test-lua: packages ## Run the author's modules in plain Lua
	lua5.4 sdk/tests/run.lua

lint: ## Check the format, and the Lua where luacheck is installed (Debian: lua-check)
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	@if command -v luacheck > /dev/null; then luacheck -q --config sdk/.luacheckrc sdk games .ci/reference.lua; fi

format: ## Format the Swift files
	$(SWIFT) format --in-place --recursive $(SOURCES)

docs: packages ## Make the documentation of the library (.build/docs), from a debug build; warnings are errors
	$(SWIFT) build
	@.ci/docs

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

nightly: check-full test-partial test-mutation ## What takes too long for every change

bench: build ## Measure against plain Lua
	$(BUILD)/parlor bench

install: build ## Install to PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/parlor
	install $(BUILD)/parlor $(DESTDIR)$(PREFIX)/bin/parlor
	cp -R sdk games $(DESTDIR)$(PREFIX)/share/parlor/

install-server: server-build ## Install the server, its page and the games to PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/parlor
	install .build/server/release/parlor-server $(DESTDIR)$(PREFIX)/bin/parlor-server
	cp -R sdk games server/web $(DESTDIR)$(PREFIX)/share/parlor/

uninstall: ## Remove what install put there
	rm -rf $(DESTDIR)$(PREFIX)/bin/parlor $(DESTDIR)$(PREFIX)/bin/parlor-server $(DESTDIR)$(PREFIX)/share/parlor

clean: ## Remove what was built
	rm -rf .build
