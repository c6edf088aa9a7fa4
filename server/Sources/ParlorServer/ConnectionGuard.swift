import Hummingbird
import NIOCore
import NIOHTTPTypes
import Synchronization

/// How many connections one address has open.
final class ConnectionCount: Sendable {
    private let open = Mutex<[String: Int]>([:])
    /// Nil for as many as there may be: behind a proxy all connections are the proxy's.
    private let most: Int?

    init(most: Int?) { self.most = most }

    func enter(_ address: String) -> Bool {
        open.withLock { open in
            if let most, open[address, default: 0] >= most { return false }
            open[address, default: 0] += 1
            return true
        }
    }

    func leave(_ address: String) {
        open.withLock { open in
            let left = open[address, default: 1] - 1
            open[address] = left > 0 ? left : nil
        }
    }
}

/// Closes connections that would cost without end: too many of one address, a request that never becomes whole, a reader that
/// doesn't read, and whatever is left a moment after the server was told to stop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long things may take.
    struct Patience: Sendable {
        /// A request, from its head to its end.
        var request = TimeAmount.seconds(20)
        /// A reader to make room for more.
        var reader = TimeAmount.seconds(60)
        /// What is under way when the server stops.
        var stop = TimeAmount.milliseconds(1200)
    }

    private let count: ConnectionCount
    private let patience: Patience
    private var address: String?
    private var request: Scheduled<Void>?
    private var reader: Scheduled<Void>?
    private var stop: Scheduled<Void>?

    init(_ count: ConnectionCount, patience: Patience = Patience()) { (self.count, self.patience) = (count, patience) }

    func handlerAdded(context: ChannelHandlerContext) {
        let address = ClientAddress.text(context.channel.remoteAddress)
        guard count.enter(address) else { return context.close(promise: nil) }
        self.address = address
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        for clock in [request, reader, stop] { clock?.cancel() }
        (request, reader, stop) = (nil, nil, nil)
        if let address { count.leave(address) }
        address = nil
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            request?.cancel()
            request = close(context, in: patience.request)
        case .body: break
        case .end:
            request?.cancel()
            request = nil
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        reader?.cancel()
        reader = context.channel.isWritable ? nil : close(context, in: patience.reader)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, stop == nil { stop = close(context, in: patience.stop) }
        context.fireUserInboundEventTriggered(event)
    }
}
