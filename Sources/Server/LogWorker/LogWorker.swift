import Foundation
import Hosting
import JetStreamLog

/// A process with a match log, controlled by JSON lines. The tests of the cluster (`.ci/cluster`)
/// kill and halt such processes, and let them race each other.
///
///     log-worker nats://… [--patience SECONDS]   requests on stdin, answers on stdout
///     log-worker nats://… --measure              prints measurements
@main
struct LogWorker {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard let url = arguments.first, !url.hasPrefix("-") else {
            Self.end("expected log-worker nats://host:port [--patience SECONDS | --measure]")
        }
        arguments.removeFirst()
        do {
            var configuration = try JetStreamConfiguration(url: url)
            if let place = arguments.firstIndex(of: "--patience"), place + 1 < arguments.count,
                let seconds = Int(arguments[place + 1]), (1...600).contains(seconds)
            {
                configuration.patience = .seconds(seconds)
            }
            let log = try await JetStreamMatchLog(configuration)
            FileHandle.standardError.write(Data("\(log.durability)\n".utf8))
            if arguments.contains("--measure") {
                try await Measurement(log: log).run()
            } else {
                await RequestLines(log: log).run()
            }
            await log.close()
        } catch {
            Self.end("\(error)")
        }
    }

    private static func end(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("log-worker: \(reason)\n".utf8))
        exit(1)
    }
}
