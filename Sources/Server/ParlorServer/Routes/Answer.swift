import Hosting
import Hummingbird

/// Answers as the server gives them.
enum Answer {
    /// JSON; nothing of it is kept on the way.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        json(bytes: JSONBytes.of(value), status: status)
    }

    /// JSON that is written already.
    static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A text or a picture.
    ///
    /// - Parameter seconds: For how long it may be kept.
    static func text(_ text: String, type: String, keptFor seconds: Int = 0) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "\(type); charset=utf-8",
                .cacheControl: seconds == 0 ? "no-store" : "public, max-age=\(seconds)",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

/// An error that says how it is answered.
protocol HostingRefusal: Error {
    var answer: ServerError { get }
}

extension HostingError: HostingRefusal {
    var answer: ServerError { ServerError(self) }
}
