import Foundation
import Hosting
import Hummingbird
import NIOCore
import Parlor

/// The JSON body of a request, read once and within limits. Each field is read by a function that
/// checks the field's type.
struct RequestFields {
    private let fields: [ValueKey: Value]

    /// The most bytes of a body.
    static let mostBytes = 16 << 10
    private static let limits = ValueLimits(bytes: 64 << 10, depth: 8, items: 2000)

    /// Reads the body of a request.
    ///
    /// - Throws: ``ServerError`` for a body that is too large, isn't JSON, or isn't an object.
    init(_ request: Request, atMost most: Int = mostBytes) async throws {
        let type = request.headers[.contentType] ?? ""
        guard Self.isJSON(type) else {
            throw ServerError(
                status: .unsupportedMediaType, code: "bad_request",
                message:
                    "Expected a body of application/json, found \(type.isEmpty ? "none" : SafeText(String(type.prefix(60))).string)."
            )
        }
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
            throw ServerError(
                status: .contentTooLarge, code: "too_large", message: "Expected at most \(most) bytes.")
        } catch {
            // the body has ended too early, or its chunks are malformed
            throw ServerError.badRequest("The body can't be read to its end.")
        }
        let value: Value
        guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
            throw ServerError.badRequest("Expected a JSON object: this isn't UTF-8.")
        }
        do {
            value = try Value(json: text, limits: Self.limits, root: "body")
        } catch {
            throw ServerError.badRequest("Expected a JSON object: \(SafeText("\(error)").string)")
        }
        if value == .array([]) {
            fields = [:]  // `{}`
        } else if case .map(let fields) = value {
            self.fields = fields
        } else {
            throw ServerError.badRequest("Expected a JSON object.")
        }
    }

    private static func isJSON(_ type: String) -> Bool {
        let name = type.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
        return name.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
    }

    /// Checks that the request has no unknown fields.
    ///
    /// - Parameter known: The names of the fields that a request may have.
    /// - Throws: ``ServerError`` for any other field.
    func allow(_ known: String...) throws { try allow(known) }

    func allow(_ known: [String]) throws {
        for key in fields.keys.sorted() {
            guard case .string(let name) = key, known.contains(name) else {
                throw ServerError.badRequest(
                    "There is no field \(SafeText(String("\(key)".prefix(60))).string) here: expected \(known.joined(separator: ", "))."
                )
            }
        }
    }

    private func field(_ name: String) -> Value? {
        let value = fields[.string(name)]
        return value == .null ? nil : value
    }

    func text(_ name: String) throws -> String? {
        guard let value = field(name) else { return nil }
        guard let text = value.stringValue else { throw wrong(name, "a text") }
        return text
    }

    func requiredText(_ name: String) throws -> String {
        guard let text = try text(name) else { throw wrong(name, "a text") }
        return text
    }

    func integer(_ name: String) throws -> Int? {
        guard let value = field(name) else { return nil }
        // JSON has one kind of number: 1.0 is a whole number, too
        guard let integer = value.intValue ?? value.numberValue.flatMap(Int.init(exactly:)) else {
            throw wrong(name, "a whole number")
        }
        return integer
    }

    func flag(_ name: String) throws -> Bool {
        guard let value = field(name) else { return false }
        guard let flag = value.boolValue else { throw wrong(name, "true or false") }
        return flag
    }

    /// Returns the options by name. A text is parsed by the type of its option.
    func options(_ name: String, for listing: GameScript?) throws -> [String: Value] {
        guard let value = field(name), value != .array([]) else { return [:] }
        guard case .map(let chosen) = value else { throw wrong(name, "an object of options") }
        var options: [String: Value] = [:]
        for (key, value) in chosen {
            guard case .string(let option) = key else { throw wrong(name, "an object of options") }
            options[option] = value
            if case .string(let text) = value, let known = listing?.options.first(where: { $0.name == option }) {
                do {
                    options[option] = try known.parsed(text)
                } catch {
                    throw ServerError.badRequest("\(error)")
                }
            }
        }
        return options
    }

    /// Returns the nonce. Every request that changes something must have one.
    func nonce() throws -> Nonce {
        guard let nonce = try text("nonce").flatMap({ Nonce($0) }) else {
            throw wrong(
                "nonce", "16 to 64 letters, digits, - and _, new for every request and the same when it is repeated")
        }
        return nonce
    }

    private func wrong(_ name: String, _ expected: String) -> ServerError {
        .badRequest("Expected \(expected) as \"\(name)\".")
    }
}
