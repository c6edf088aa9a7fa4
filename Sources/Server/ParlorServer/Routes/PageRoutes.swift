import Foundation
import Hosting
import Hummingbird

/// The routes of the pages: files of the folder `web`, read once when the server starts.
struct PageRoutes {
    private struct File {
        let bytes: ByteBuffer
        let type: String
        let tag: String
    }

    private let files: [String: File]

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "json": "application/json; charset=utf-8",
        "webmanifest": "application/manifest+json",
    ]
    private static let required = ["index.html", "match.html", "show.html"]

    /// Reads the files of the folder.
    ///
    /// - Throws: ``StartFailure`` if a required file is missing; an error if a file can't be read.
    init(folder: URL) throws {
        var files: [String: File] = [:]
        let walker = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let root = folder.standardizedFileURL.path + "/"
        while let url = walker?.nextObject() as? URL {
            guard let type = Self.types[url.pathExtension], url.standardizedFileURL.path.hasPrefix(root) else {
                continue
            }
            let name = String(url.standardizedFileURL.path.dropFirst(root.count))
            let bytes = try Data(contentsOf: url)
            files[name] = File(
                bytes: ByteBuffer(bytes: bytes), type: type, tag: "\"\(Fingerprint.of([UInt8](bytes)))\"")
        }
        for name in Self.required where files[name] == nil {
            throw StartFailure(
                "The page's files aren't in \(folder.path): \(name) is missing. Name the folder with --web.")
        }
        self.files = files
    }

    func add(to router: Router<ServerContext>) {
        router.get("/") { request, _ in try file("index.html", request) }
        router.get("/m/:id") { request, _ in try file("match.html", request) }
        router.get("/manifest.webmanifest") { request, _ in try file("manifest.webmanifest", request) }
        router.get("/worker.js") { request, _ in try file("worker.js", request) }
        router.get("/openapi.json") { request, _ in try file("openapi.json", request) }
        router.get("/favicon.ico") { request, _ in try file("icon.svg", request) }
        router.get("/web/**") { request, context in
            try file(context.parameters.getCatchAll().joined(separator: "/"), request)
        }
        // a game that isn't installed has this page, too; the page says that the game isn't
        // installed
        router.get("/:game") { request, _ in try file("show.html", request) }
    }

    /// Returns whether a field `If-None-Match` names a tag. The field is `*`, or a list of tags,
    /// each weak or strong (RFC 9110 §13.1.2). A proxy that compresses a response makes its tag
    /// weak.
    private static func names(_ field: String?, _ tag: String) -> Bool {
        (field ?? "").split(separator: ",").contains { part in
            let part = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            let text = String(part)
            return text == "*" || text == tag || text == "W/" + tag
        }
    }

    private func file(_ name: String, _ request: Request) throws -> Response {
        guard let file = files[name] else { throw ServerError.notFound }
        let headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache"]
        if Self.names(request.headers[.ifNoneMatch], file.tag) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.bytes))
    }
}
