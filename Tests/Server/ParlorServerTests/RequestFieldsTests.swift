import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ParlorServer

struct RequestFieldsTests {
    private func fields(_ body: String, type: String? = "application/json") async throws -> RequestFields {
        try await fields(Array(body.utf8), type: type)
    }

    private func fields(_ body: [UInt8], type: String? = "application/json", most: Int = 100) async throws
        -> RequestFields
    {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/matches")
        head.headerFields[.contentType] = type
        return try await RequestFields(
            Request(head: head, body: .init(buffer: ByteBuffer(bytes: body))), atMost: most)
    }

    private func refusal(_ body: () async throws -> Void) async -> ServerError? {
        do { try await body() } catch { return error as? ServerError }
        return nil
    }

    @Test(arguments: ["application/json", "application/json;charset=utf-8", " Application/JSON ; a=b"])
    func json(_ type: String) async throws {
        #expect(try await fields("{}", type: type).text("name") == nil)
    }

    @Test(arguments: [
        nil, "", "text/plain", "application/jsonp", "application/json+x", "json", "text/plain, application/json",
    ])
    func anythingElseIsNotRead(_ type: String?) async {
        let refusal = await refusal { _ = try await fields("{}", type: type) }
        #expect(refusal?.status == .unsupportedMediaType)
    }

    @Test func noMoreThanMayBe() async {
        #expect(await refusal { _ = try await fields([UInt8](repeating: 32, count: 101)) }?.status == .contentTooLarge)
        #expect(await refusal { _ = try await fields([UInt8](repeating: 32, count: 100)) }?.status == .badRequest)
    }

    @Test(arguments: [
        [0x7b, 0xff, 0x7d], Array("{\"a\":\"".utf8) + [0xc3, 0x28] + Array("\"}".utf8), [0xed, 0xa0, 0x80],
    ])
    func bytesThatAreNoText(_ body: [UInt8]) async {
        #expect(await refusal { _ = try await fields(body) }?.message.contains("UTF-8") == true)
    }

    @Test(arguments: ["[]x", "[1]", "3", "null", "\"a\"", "", "{", #"{"a":1,"a":2}"#])
    func whatIsNoObject(_ body: String) async {
        #expect(await refusal { _ = try await fields(body) }?.code == "bad_request")
    }

    @Test func fieldsHaveTypes() async throws {
        let read = try await fields(#"{"text":"a","whole":3,"flag":true,"none":null}"#)
        #expect(try read.text("text") == "a")
        #expect(try read.integer("whole") == 3)
        #expect(try read.flag("flag"))
        #expect(try read.text("none") == nil && read.integer("none") == nil && !read.flag("none"))
        for name in ["whole", "flag"] { #expect(throws: ServerError.self) { try read.text(name) } }
        for name in ["text", "flag"] { #expect(throws: ServerError.self) { try read.integer(name) } }
        for name in ["text", "whole"] { #expect(throws: ServerError.self) { try read.flag(name) } }
        #expect(throws: ServerError.self) { try read.requiredText("none") }
        #expect(throws: ServerError.self) { try read.nonce() }
        #expect(throws: ServerError.self) { try read.allow("text", "whole", "flag") }
        try read.allow("text", "whole", "flag", "none")
    }

    @Test func whatIsRefusedIsSaidWithoutWhatCantBeSeen() async throws {
        let read = try await fields("{\"\u{202e}x\\u0007\":1}")
        let refusal = await refusal { try read.allow("a") }
        #expect(refusal?.message.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202e } == true)
    }
}
