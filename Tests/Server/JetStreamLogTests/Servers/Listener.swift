import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A socket of this machine that waits for connections. It sends one line to each connection, and nothing more.
final class Listener: @unchecked Sendable {
    let descriptor: Int32
    let port: UInt16

    private init(descriptor: Int32, port: UInt16) {
        self.descriptor = descriptor
        self.port = port
    }

    /// Returns a socket with a port that nobody else uses. The caller has to close the socket.
    static func bound() throws -> Listener {
        #if canImport(Glibc)
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard socket >= 0, isBound else { throw NatsServers.Failure(description: "no free port") }
        return Listener(descriptor: socket, port: UInt16(bigEndian: address.sin_port))
    }

    /// Returns a listener that sends a line to each connection until the listener is closed.
    static func saying(_ line: String) throws -> Listener {
        let listener = try bound()
        guard listen(listener.descriptor, 8) == 0 else { throw NatsServers.Failure(description: "no listening") }
        let thread = Thread {
            while true {
                let connection = accept(listener.descriptor, nil, nil)
                guard connection >= 0 else { return }
                let bytes = Array((line + "\r\n").utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
        thread.start()
        return listener
    }

    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
