import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import ParlorServer

struct ConnectionGuardTests {
    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/"))

    private func channel(_ count: ConnectionCount = ConnectionCount(most: 2)) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ConnectionGuard(count))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return channel
    }

    @Test func aRequestThatNeverBecomesWhole() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        for _ in 1...19 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            if channel.isActive { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: " "))) }
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    /// A head that arrives byte by byte and is never complete isn't a part of a request.
    @Test(arguments: [false, true]) func aHeadThatNeverBecomesWhole(isSecond: Bool) throws {
        let channel = try channel()
        if isSecond {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        }
        for _ in 1...19 {
            channel.pipeline.fireChannelReadComplete()
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(channel.isActive)
        channel.pipeline.fireChannelReadComplete()
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test func aRequestThatIsWholeMayTakeAsLongAsItLikes() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(5))
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test func aReaderThatDoesntRead() throws {
        let channel = try channel()
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(61))
        #expect(!channel.isActive)
    }

    @Test func whatIsLeftWhenTheServerStops() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1000))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(400))
        #expect(!channel.isActive)
    }

    @Test func soManyOfOneAddress() throws {
        let count = ConnectionCount(most: 2)
        #expect(count.enter("a") && count.enter("a") && count.enter("b"))
        #expect(!count.enter("a"))
        count.leave("a")
        #expect(count.enter("a"))
        let all = ConnectionCount(most: nil, together: 1001)
        for _ in 1...1000 { #expect(all.enter("a")) }
        #expect(all.enter("b") && !all.enter("c"))
        all.leave("a")
        #expect(all.enter("c"))
        #expect(ConnectionCount.room >= 64)
    }
}
