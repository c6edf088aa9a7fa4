import Hosting
import Hummingbird

/// Creates the answers of the server.
enum Answer {
    /// Returns an answer of JSON, which no cache may store.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        json(bytes: JSONBytes.of(value), status: status)
    }

    /// Returns an answer of encoded JSON, which no cache may store.
    static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns an answer of a text or a picture.
    ///
    /// - Parameter seconds: The time for which caches may store it.
    static func text(_ text: String, type: String, keptFor seconds: Int = 0) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "\(type); charset=utf-8",
                .cacheControl: seconds == 0 ? "no-store" : "public, max-age=\(seconds)",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

/// An error with its answer.
protocol HostingRefusal: Error {
    var answer: ServerError { get }
}

extension HostingError: HostingRefusal {
    var answer: ServerError { ServerError(self) }
}
