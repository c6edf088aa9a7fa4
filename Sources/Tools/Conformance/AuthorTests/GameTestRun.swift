import FileAccess
import Foundation
import GameRules
import LuaRuntime
import Values

/// Runs an author's tests in the sandbox: each file in its own Lua state, under the limits of any
/// script.
package struct GameTestRun {
    /// The processor time of all tests together. The matches that the tests play have the same
    /// amount of time in addition.
    package static let budget = ProcessorBudget(.seconds(40))

    private let script: GameScript
    private let tests: GameTestFiles
    private let budget: ProcessorBudget

    package init(_ script: GameScript, _ tests: GameTestFiles, budget: ProcessorBudget = Self.budget) {
        (self.script, self.tests, self.budget) = (script, tests, budget)
    }

    /// Runs all tests.
    ///
    /// - Throws: ``GameError/request(_:)`` if the executable lines of the game can't be determined.
    package func report() throws(GameError) -> GameTestReport {
        var report = GameTestReport(game: script.id)
        report.coverage.executable = try script.executableLines()
        let pool = MemoryPool()
        let matches = TestMatches(script, pool: pool, side: LuaSideThread(budget))
        var covered: [String: Set<Int>] = [:]
        budget.run {
            for file in tests.files { run(file, matches, pool, &report.cases, &covered) }
        }
        covered.merge(matches.covered) { $0.union($1) }
        report.coverage.covered = covered.filter { report.coverage.executable[$0.key] != nil }
        return report
    }

    private func run(
        _ file: (name: String, source: String), _ matches: TestMatches, _ pool: MemoryPool,
        _ cases: inout [GameTestReport.Case], _ covered: inout [String: Set<Int>]
    ) {
        do throws(LuaError) {
            let state = try LuaState(pool: pool)
            var names: [String] = []
            var runner: LuaFunction?
            do throws(LuaError) {
                runner = try load(file, into: state, matches, &names)
            } catch {
                defer { matches.finish() }
                var failed = GameTestReport.Case(file: file.name, error: error, failure: matches.failure)
                failed.printed = printed(state, matches)
                return cases.append(failed)
            }
            matches.finish()
            guard let runner else { return }
            for (index, name) in names.enumerated() {
                var result = GameTestReport.Case(file: file.name, name: name)
                do throws(LuaError) {
                    try state.call(runner, .integer(Int64(index + 1)), results: 0)
                } catch {
                    result.error = error
                    result.failure = matches.failure
                }
                result.printed = printed(state, matches)
                matches.finish()
                cases.append(result)
            }
            covered.merge(state.coveredLines) { $0.union($1) }
        } catch {
            cases.append(GameTestReport.Case(file: file.name, error: error))
        }
    }

    private func printed(_ state: LuaState, _ matches: TestMatches) -> [(hook: String, text: String)] {
        let own = state.printed
        return matches.printed + (own.isEmpty ? [] : [("test", own)])
    }

    /// Loads a file, whose tests register their names. Returns the function that runs a test, given
    /// the test's place in the file.
    private func load(
        _ file: (name: String, source: String), into state: LuaState, _ matches: TestMatches, _ names: inout [String]
    ) throws(LuaError) -> LuaFunction? {
        try state.register(host: "test") { arguments in try .value(matches.answer(arguments)) }
        try state.register(LuaModules(hostModules, trust: .host))
        try state.register(gameModules)
        let boot = try state.load(Self.boot, name: "sdk/host/testing.lua", trust: .host)
        let functions = try state.call(boot, results: 2)
        guard let list = functions[0].function, let run = functions[1].function else {
            throw LuaError(kind: .host, message: "Parlor's sdk folder and the program are of different versions")
        }
        try state.coverLines(true)
        let chunk = try state.load(file.source, name: file.name)
        try state.call(chunk, results: 0)
        let found = try? state.call(list)[0].decoded()
        names = found?.arrayValue?.compactMap(\.stringValue) ?? []
        guard !names.isEmpty else {
            throw LuaError(
                kind: .script, message: "the file has no test: expected test.case(\"…\", function() … end)",
                source: file.name, line: 1)
        }
        return run
    }

    private static let boot = """
        local testing, parlor = require "host.testing", require "parlor"
        parlor.copy, parlor.is_empty = host.copy, host.is_empty
        return testing.names, testing.run
        """

    private var hostModules: [(name: String, chunk: LuaChunk)] {
        script.library.modules.map { ($0.name, LuaChunk.cached(name: $0.chunk, source: $0.source)) }
            + [
                (
                    "parlor.test",
                    LuaChunk.cached(name: "sdk/host/testing.lua", source: "return require \"host.testing\".public")
                )
            ]
    }

    /// The game's other files, which a test can load, for example with `require "rules"`, to call
    /// their functions directly.
    private var gameModules: LuaModules {
        let others = script.folder.files.filter { $0.key != "game.lua" }.sorted { $0.key < $1.key }
        return LuaModules(
            others.map { (String($0.key.dropLast(4)), LuaChunk.cached(name: $0.key, source: $0.value)) }, trust: .script
        )
    }
}

/// The tests that an author stores beside a game: `tests/*.lua`.
package struct GameTestFiles: Sendable {
    private static let folder = "tests"
    private static let mostEntries = 1024, mostFiles = 64

    /// The paths and texts of the files, such as `tests/rules.lua`, in the order of the names.
    package let files: [(name: String, source: String)]

    /// Reads the tests of a game.
    ///
    /// - Throws: ``GameError/request(_:)`` if there are no tests, or if they can't be read.
    package init(of folder: GameFolder) throws(GameError) {
        guard let url = folder.url else { throw .request("\(folder.id) isn't in a folder, so it has no tests.") }
        let reader = FolderReader(url)
        var files: [(name: String, source: String)] = []
        var path = Self.folder
        do throws(FolderReader.Failure) {
            let names = try reader.names(in: path, atMost: Self.mostEntries).filter { $0.hasSuffix(".lua") }
            guard names.count <= Self.mostFiles else { throw .tooMany(limit: Self.mostFiles) }
            for name in names {
                path = "\(Self.folder)/\(name)"
                files.append((path, try reader.text(of: path, atMost: GameFolder.largestFile)))
            }
        } catch .missing where path == Self.folder {
            // the folder doesn't exist, which is reported below
        } catch {
            throw .request("\(url.appendingPathComponent(path).path.onOneLine) \(error).")
        }
        guard !files.isEmpty else {
            throw .request(
                .init(
                    "There are no tests in \(url.appendingPathComponent(Self.folder).path.onOneLine). "
                        + "A test is a Lua file in that folder, such as rules.lua. Add one."))
        }
        self.files = files
    }
}

/// The result of an author's tests.
package struct GameTestReport: Sendable {
    /// A test, or a file that couldn't be loaded.
    package struct Case: Sendable {
        /// The path of the file: `tests/rules.lua`.
        package var file: String
        /// The name of the test; nil for a file that couldn't be loaded.
        package var name: String?
        /// The error of a failed test; nil if it passed.
        package var error: LuaError?
        /// The failure of the game's own script, if the test failed because of it.
        package var failure: ScriptFailure?
        /// The output of the test and its matches, each with the operation that printed it.
        package var printed: [(hook: String, text: String)] = []

        package var passed: Bool { error == nil }
    }

    /// The id of the game.
    package let game: String
    package internal(set) var cases: [Case] = []
    package internal(set) var coverage = LineCoverage()

    package var failed: Int { cases.count { !$0.passed } }
    package var passed: Int { cases.count - failed }
}
