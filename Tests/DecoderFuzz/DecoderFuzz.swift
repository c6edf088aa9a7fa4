import Foundation
import GameRules
import MessageProtocol
import Scenes
import Values

/// The function that libFuzzer calls. The first byte chooses a decoder, and the other bytes are its input. Whatever a
/// decoder accepts must stay the same when it is written and read again. Nothing may trap, overrun or take long. See
/// `make fuzz-decoders`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
    switch data[0] % 7 {
    case 0: canonical(bytes)
    case 1: json(bytes)
    case 2: message(bytes)
    case 3: url(bytes)
    case 4: playthrough(bytes)
    case 6: image(bytes)
    default: scene(bytes)
    }
    return 0
}

private func canonical(_ bytes: [UInt8]) {
    guard let value = try? Value(canonicalBytes: bytes) else { return }
    precondition((try? value.canonicalBytes()) == bytes, "two encodings of a value")
}

private func json(_ bytes: [UInt8]) {
    guard let value = try? Value(json: bytes), let text = try? value.json() else { return }
    precondition((try? Value(json: text)) == value, "another value than was written")
}

private let carrier = MessageURLCoder()

/// Reads the bytes of a message as if Base64 had been decoded.
private func message(_ bytes: [UInt8]) {
    let payload = Data([UInt8(MessageURLCoder.version)] + bytes).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    read("\(MessageURLCoder.defaultBase)tic-tac-toe#\(payload)")
}

private func url(_ bytes: [UInt8]) { read(String(decoding: bytes, as: UTF8.self)) }

private func read(_ url: String) {
    guard let envelope = try? carrier.envelope(from: url) else { return }
    precondition((try? carrier.url(of: envelope)) == url, "two urls of a message")
    _ = envelope.forgery()
}

private func playthrough(_ bytes: [UInt8]) {
    guard let game = try? Playthrough(text: String(decoding: bytes, as: UTF8.self)) else { return }
    _ = try? Playthrough(text: game.text)
}

/// A picture of a game's folder.
private func image(_ bytes: [UInt8]) {
    guard let file = try? ImageFile(bytes) else { return }
    precondition(file.width * file.height <= ImageFile.mostPixels, "a picture over the limit")
}

/// Reads a scene as a script would return it.
private func scene(_ bytes: [UInt8]) {
    guard let value = try? Value(json: bytes), let scene = try? Scene(value: value.normalizedTables) else { return }
    _ = TerminalRenderer(columns: 40).lines(scene)
}
