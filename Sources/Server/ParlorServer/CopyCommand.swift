import ArgumentParser
import Foundation
import Hosting

/// `parlor-server copy`: makes and restores backups, and moves matches from one machine to a
/// cluster.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copies all matches of one log into another.",
        discussion: """
            Servers may use both logs during the copy. copy never changes an entry of the
            target log. If you repeat the command, it copies only the new entries.

            If a match continued differently in the target log, or can't be read, copy
            skips it and prints its id.

            Examples:
              parlor-server copy --from sqlite:.parlor/matches.sqlite --to sqlite:matches.backup
              parlor-server copy --from sqlite:matches.sqlite --to nats://10.0.0.1:4222,10.0.0.2:4222,10.0.0.3:4222

            Exit codes:
              0  all matches were copied
              1  The copy failed, or matches were skipped. Lines on standard error give the
                 reasons.
            """)

    @Option(help: "The log to read: sqlite:FILE, or nats://HOST:PORT[,HOST:PORT…].")
    var from: String

    @Option(help: "The log to add to, in the same form. A missing file is created.")
    var to: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        try await ServerCommand.reporting {
            guard from != to else { throw StartFailure("--from and --to name the same log") }
            let source = try await log(from, "--from", isThere: true)
            let target: any MatchLog
            do {
                target = try await log(to, "--to", isThere: false)
            } catch {
                await source.close()
                throw error
            }
            let report: Result<MatchLogCopy.Report, MatchLogError>
            do throws(MatchLogError) {
                report = .success(try await MatchLogCopy(from: source, to: target).run(progress: Self.progress()))
            } catch {
                report = .failure(error)
            }
            await source.close()
            await target.close()
            switch report {
            case .success(let report): try say(report)
            case .failure(let error): throw StartFailure("\(error). Run the same command again to continue from here")
            }
        }
    }

    private func log(_ name: String, _ option: String, isThere: Bool) async throws -> any MatchLog {
        guard LogOpener.isName(name), name != "memory" else {
            throw StartFailure("\(option) is '\(name)': expected sqlite:FILE or nats://HOST:PORT")
        }
        if isThere, let path = LogOpener.path(of: name), !FileManager.default.fileExists(atPath: path) {
            throw StartFailure("\(option) is '\(name)': there is no such file")
        }
        do {
            return try await LogOpener.lasting(name)
        } catch let failure as StartFailure {
            throw StartFailure("\(option): \(failure)")
        }
    }

    /// Returns a function that shows the progress in one line, on a terminal.
    private static func progress() -> @Sendable (Int, Int) -> Void {
        guard isatty(STDERR_FILENO) == 1 else { return { _, _ in } }
        return { done, all in
            guard done % 50 == 0 || done == all else { return }
            let end = done == all ? "\r\u{1B}[K" : ""
            FileHandle.standardError.write(Data("\r\(done) of \(all) matches\(end)".utf8))
        }
    }

    private func say(_ report: MatchLogCopy.Report) throws {
        var line = "\(report.entries) entries copied. The log has \(report.matches) matches."
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let done = Done(
                matches: report.matches, entries: report.entries, otherwise: report.forked.map(\.text),
                damaged: report.damaged.keys.map(\.text).sorted())
            line = String(decoding: try encoder.encode(done), as: UTF8.self)
        }
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            throw StartFailure("the result can't be written: \(line)")
        }
        for id in report.forked {
            FileHandle.standardError.write(Data("\(id) continued differently in \(to), so it was skipped\n".utf8))
        }
        for (id, why) in report.damaged.sorted(by: { $0.key.text < $1.key.text }) {
            FileHandle.standardError.write(Data("\(id) can't be copied: \(why)\n".utf8))
        }
        if !report.forked.isEmpty || !report.damaged.isEmpty { throw ExitCode(1) }
    }

    private struct Done: Encodable {
        let matches: Int
        let entries: Int
        /// The ids of matches that continued differently in the target.
        let otherwise: [String]
        /// The ids of matches that can't be read.
        let damaged: [String]
    }
}
