import Testing

@testable import JetStreamLog

@Suite struct NatsMessageTests {
    @Test func headersOfAStoredMessage() {
        let block = "NATS/1.0\r\nParlor-Number: 7\r\nParlor-Nonce:abc\r\nOther: x\r\nParlor-Number: 8\r\n\r\n"
        #expect(NatsMessage.headers(of: Array(block.utf8)) == [.number: "7", .nonce: "abc"])
    }

    @Test(arguments: [[], [0xFF, 0xFE], Array("NATS/1.0".utf8), Array("\r\n\r\n:::\r\n".utf8)])
    func hostileHeaders(block: [UInt8]) {
        #expect(NatsMessage.headers(of: block) == [:])
    }
}
