import Foundation
import Hummingbird
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The number of open connections of each address, and of all addresses together.
final class ConnectionCount: Sendable {
    private struct Open {
        var byAddress: [String: Int] = [:]
        var all = 0
    }

    private let open = Mutex(Open())
    /// The limit for one address; nil for no limit. Behind a proxy there is no limit, because all
    /// connections come from the proxy.
    private let most: Int?
    private let mostTogether: Int

    /// - Parameters:
    ///   - most: The limit for one address; nil for no limit.
    ///   - mostTogether: The limit for all addresses together.
    init(most: Int?, together mostTogether: Int = ConnectionCount.room) {
        (self.most, self.mostTogether) = (most, mostTogether)
    }

    /// The open-file limit of the process minus 256, which other files may need; at least 64.
    static var room: Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return 64 }
        return max(64, Int(clamping: limit.rlim_cur) - 256)
    }

    #if canImport(Glibc)
        private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let openFiles = RLIMIT_NOFILE
    #endif

    func enter(_ address: String) -> Bool {
        open.withLock { open in
            if let most, open.byAddress[address, default: 0] >= most { return false }
            guard open.all < mostTogether else { return false }
            open.byAddress[address, default: 0] += 1
            open.all += 1
            return true
        }
    }

    func leave(_ address: String) {
        open.withLock { open in
            let left = open.byAddress[address, default: 1] - 1
            open.byAddress[address] = left > 0 ? left : nil
            open.all -= 1
        }
    }
}

/// Closes connections that would use resources for ever:
///
/// - further connections if an address, or all addresses together, have too many
/// - connections whose request isn't complete in time
/// - connections whose client doesn't read the answer
/// - all connections that are still open shortly after the server was told to stop
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time limits.
    struct Patience: Sendable {
        /// The time for a request, from the first bytes of its head to its end.
        var request = TimeAmount.seconds(20)
        /// The time for which a client may stop reading.
        var reader = TimeAmount.seconds(60)
        /// The time for which a connection may stay open after the server was told to stop.
        var stop = TimeAmount.milliseconds(1200)
    }

    private let count: ConnectionCount
    private let patience: Patience
    private var address: String?
    /// Whether the current read has completed a part of a request: its head, a piece of its body,
    /// or its end.
    private var hasReadPart = false
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
        case .head: if request == nil { request = close(context, in: patience.request) }
        case .body: break
        case .end:
            request?.cancel()
            request = nil
        }
        hasReadPart = true
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // bytes that complete no part are the beginning of a head
        if !hasReadPart, request == nil { request = close(context, in: patience.request) }
        hasReadPart = false
        context.fireChannelReadComplete()
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
