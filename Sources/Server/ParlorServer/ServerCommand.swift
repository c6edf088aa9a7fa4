import ArgumentParser
import Foundation
import Hosting
import Hummingbird
import Logging
import Metrics
import Parlor
import ServiceLifecycle

@main
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parlor-server", abstract: "Serves hosted matches to browsers, with a lobby and a playing page.",
        discussion: """
            Every option can also come from the environment: --log as PARLOR_SERVER_LOG,
            --bot-pause as PARLOR_SERVER_BOT_PAUSE, --trust-proxy as
            PARLOR_SERVER_TRUST_PROXY=1.

            Examples:
              parlor-server
              parlor-server --port 8080 --log sqlite:/var/lib/parlor/matches.sqlite --secret /var/lib/parlor/secret
              parlor-server --log nats://10.0.0.1:4222,10.0.0.2:4222 --secret /etc/parlor/secret --origin https://games.example

            Exit codes:
              1   the server can't start, and an error message gives the reason
              64  an option doesn't exist, or its value has the wrong kind
            """, subcommands: [CopyCommand.self])

    @OptionGroup var settings: ServerSettings

    func run() async throws {
        try await Self.reporting {
            try await Server(settings.withEnvironment(ProcessInfo.processInfo.environment)).run()
        }
    }

    /// Runs `body`. If it throws a ``StartFailure``, prints the reason and ends the program.
    static func reporting(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let failure as StartFailure {
            FileHandle.standardError.write(Data("parlor-server: \(failure)\n".utf8))
            throw ExitCode(1)
        }
    }
}
