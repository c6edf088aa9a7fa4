import Foundation
import Parlor

/// Matches in files. A file whose name ends with `.play` is a playthrough, which is text; any other
/// file has the saved form.
enum MatchFile {
    static let largest = 4 << 20

    enum Content {
        case saved(SavedMatch, bytes: [UInt8])
        case playthrough(Playthrough)

        /// The id of the match's game.
        var game: String {
            switch self {
            case .saved(let saved, _): saved.game
            case .playthrough(let playthrough): playthrough.game
            }
        }

        /// Returns the match, ready to continue, and a notice if it differs from the saved one.
        func match(of script: GameScript) throws(GameError) -> (Match, notice: String?) {
            switch self {
            case .playthrough(let playthrough):
                guard playthrough.game == script.id else { throw Self.other(playthrough.game, script) }
                return (try playthrough.play(script), nil)
            case .saved(let saved, let bytes):
                guard saved.game == script.id else { throw Self.other(saved.game, script) }
                if saved.script == script.digest { return (try Match(loading: bytes, of: script), nil) }
                let notice = "The script has changed since then. The moves were played again under the new script."
                return (try Match(replaying: saved, of: script), notice)
            }
        }

        /// Returns the match up to the first ply that can't be played, and the reason why it can't
        /// be played. `parlor replay` shows a failing game in this way.
        ///
        /// - Throws: ``GameError`` if not even the start can be shown.
        func matchAsFarAsItGoes(of script: GameScript) throws(GameError) -> (
            Match, notice: String?, trouble: GameError?
        ) {
            guard case .playthrough(let playthrough) = self, playthrough.game == script.id else {
                let (match, notice) = try match(of: script)
                return (match, notice, nil)
            }
            do throws(GameError) {
                return (try playthrough.play(script), nil, nil)
            } catch {
                let match = try playthrough.begin(script)
                for ply in playthrough.plies {
                    guard (try? match.play(ply)) != nil else { break }
                }
                return (match, nil, error)
            }
        }

        private static func other(_ game: String, _ script: GameScript) -> GameError {
            .request(
                "This is a match of \(game.excerpt), not of \(script.id). Run `parlor play \(game.excerpt)` first.")
        }
    }

    /// Reads a file.
    ///
    /// - Throws: ``GameError/request(_:)`` with the problem.
    static func read(_ path: String) throws(GameError) -> Content {
        let url = url(path)
        guard let facts = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            throw .request("There is no file \(path.onOneLine).")
        }
        // reading a pipe would block
        guard facts[.type] as? FileAttributeType == .typeRegular else {
            throw .request("\(path.onOneLine) isn't a regular file.")
        }
        let size = facts[.size] as? Int ?? 0
        guard size <= largest else {
            throw .request("\(path.onOneLine) has \(size) bytes; a match has at most \(largest).")
        }
        guard let data = try? Data(contentsOf: url) else { throw .request("\(path.onOneLine) can't be read.") }
        // a saved match starts with the mark of a CBOR map, which can't start a UTF-8 text
        if let first = data.first, first & 0xe0 == 0xa0 {
            return .saved(try SavedMatch(Array(data)), bytes: Array(data))
        }
        let text = try text(Array(data), path.onOneLine)
        do throws(GameError) {
            return .playthrough(try Playthrough(text: text))
        } catch {
            throw .request("\(path.onOneLine): \(error)")
        }
    }

    /// Returns the text of a file that can only be a playthrough.
    private static func text(_ bytes: [UInt8], _ path: String) throws(GameError) -> String {
        guard let first = bytes.first else { throw .request("\(path) is empty.") }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        func hex(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16) }
        // a continuation byte, or one that UTF-8 never uses, can't start a text
        guard first < 0x80 || (0xc2...0xf4).contains(first) else {
            throw .request(
                "\(path) is neither a saved match nor a playthrough: it begins with the byte \(hex(first)).")
        }
        // the first difference from the repaired text is the first invalid byte
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        let bad = zip(bytes, repaired).enumerated().first { $1.0 != $1.1 }?.offset ?? bytes.count - 1
        let line = Playthrough.lines(of: String(decoding: bytes[..<bad], as: UTF8.self)).count
        throw .request(
            "\(path) can't be read as a playthrough: line \(line) holds the byte \(hex(bytes[bad])), which isn't UTF-8."
        )
    }

    /// Writes a file: a playthrough if its name ends with `.play`.
    ///
    /// - Throws: ``GameError/request(_:)`` if the file can't be written, if the existing file is no
    ///   match, or if the match has moves that a playthrough can't tell apart.
    static func write(_ match: Match, to path: String) throws(GameError) {
        let file = try WritableFile(typed: path)
        if try file.check() {
            do throws(GameError) {
                _ = try read(path)
            } catch {
                throw .request("\(path.onOneLine) exists and isn't a match. Choose another name.")
            }
        }
        let isText = url(path).pathExtension == "play"
        let bytes = isText ? Array(try Playthrough.provenText(of: match).utf8) : try match.save()
        try file.write(bytes)
    }

    private static func url(_ path: String) -> URL {
        URL(typed: path).resolvingSymlinksInPath()
    }
}
