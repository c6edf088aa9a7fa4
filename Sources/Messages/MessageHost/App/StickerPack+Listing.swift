import Conversations
import FileAccess
import Foundation
import GameRules
import MatchSessions

extension StickerPack {
    /// What a folder holds, without the pictures' bytes.
    struct Listing {
        private(set) var entries: [Entry] = []
        private(set) var problems: [StickerProblem] = []

        /// More files than this aren't even counted.
        private static let mostFiles = 1000

        init(of place: Place?) {
            guard let place else { return }
            let reader = FolderReader(place.game)
            let found: [String]
            do throws(FolderReader.Failure) {
                found = try reader.names(in: place.part, atMost: Self.mostFiles)
            } catch {
                if case .tooMany(let limit) = error { problems.append(.tooMany(limit + 1)) }
                return
            }
            let names = found.filter { $0 != StickerPack.labelsFile && !$0.hasPrefix(".") }.sorted()
            var labels = readLabels(of: place, reader, names: Set(names))
            if names.count > StickerPack.mostStickers { problems.append(.tooMany(names.count)) }
            for name in names.prefix(StickerPack.mostStickers) {
                guard Self.isName(name) else {
                    problems.append(.name(name))
                    continue
                }
                do throws(MessageError) {
                    try Self.check(name, of: place, reader)
                } catch {
                    problems.append(.file(name, error))
                    continue
                }
                let label = labels.removeValue(forKey: name)
                if label == nil { problems.append(.noLabel(name)) }
                entries.append(Entry(name: name, label: label ?? ""))
            }
        }

        /// What can be told by the size and the kind of a file; the same error as when it is read.
        private static func check(
            _ name: String, of place: Place, _ reader: FolderReader
        ) throws(MessageError) {
            let size = try? reader.size(of: "\(place.part)/\(name)")
            if let size, (1...Sticker.byteLimit).contains(size) { return }
            _ = try Sticker(file: place.file(name), label: "")
        }

        /// As `parlor.sticker` takes it.
        private static func isName(_ name: String) -> Bool {
            guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
            return name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        }

        private mutating func readLabels(
            of place: Place, _ reader: FolderReader, names: Set<String>
        ) -> [String: String] {
            let text: String
            do throws(FolderReader.Failure) {
                text = try reader.text(
                    of: "\(place.part)/\(StickerPack.labelsFile)", atMost: StickerPack.largestLabels)
            } catch {
                switch error {
                case .missing: break
                case .notUTF8: problems.append(.labels("expected UTF-8 text; save it as that"))
                default: problems.append(.labels("expected a file of at most \(StickerPack.largestLabels) bytes"))
                }
                return [:]
            }
            var labels: [String: String] = [:]
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                if line.isEmpty || line.hasPrefix("#") { continue }
                read(line, number: index + 1, names: names, into: &labels)
            }
            return labels
        }

        private mutating func read(
            _ line: String, number: Int, names: Set<String>, into labels: inout [String: String]
        ) {
            guard let colon = line.firstIndex(of: ":") else { return problems.append(.line(number)) }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces)
            let label = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            if name.isEmpty || label.isEmpty {
                problems.append(.line(number))
            } else if !names.contains(name) {
                problems.append(.unknownFile(name, line: number))
            } else if labels[name] != nil {
                problems.append(.secondLabel(name, line: number))
            } else if label.utf16.count > Sticker.labelLimit {
                problems.append(.labelTooLong(name, line: number))
            } else {
                labels[name] = label
            }
        }
    }
}
