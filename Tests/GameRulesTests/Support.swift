import Foundation
import GameRules
import Testing
import Values

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent())

func catalog() throws -> Catalog { try Catalog(home: home) }

/// A game made of source text.
func script(_ source: String, id: String = "test-game", files: [String: String] = [:]) throws -> GameScript {
    try GameScript(GameFolder(id: id, game: source, files: files), library: ScriptLibrary(folder: home.sdk))
}

func rejection(_ body: () throws -> Void) -> Rejection? {
    do { try body() } catch GameError.rejected(let rejection) { return rejection } catch {}
    return nil
}

/// The error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
}
