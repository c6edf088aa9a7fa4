import Foundation
import Hosting

/// The requests to JetStream in JetStream's own protocol (`$JS.API…`). If it matters which server
/// answers a request, the comment of the request says so.
struct JetStream: Sendable {
    let connection: NatsConnection
    /// The time that one attempt waits.
    let wait: Duration

    /// An error in an answer of JetStream.
    struct Failure: Error, Decodable, Hashable {
        var code: Int
        var err_code: Int?
        var description: String?

        /// The error codes that this client distinguishes.
        static let noMessage = 10037
        static let noStream = 10059
        /// The expected sequence isn't the last one. There are two codes, because servers have
        /// changed which one they send.
        static let wrongLast: Set = [10071, 10164]
        /// Another message with this id is being stored.
        static let idUnderWay = 10158

        var error: MatchLogError {
            .unavailable("JetStream says \((description ?? "").prefix(200)) (\(err_code ?? code))")
        }
    }

    private struct Answer<Content: Decodable>: Decodable {
        var content: Content?
        var error: Failure?

        private enum Key: String, CodingKey { case error }

        init(from decoder: any Decoder) throws {
            error = try decoder.container(keyedBy: Key.self).decodeIfPresent(Failure.self, forKey: .error)
            content = error == nil ? try Content(from: decoder) : nil
        }
    }

    private static func decode<Content: Decodable>(
        _ type: Content.Type, _ message: NatsMessage
    ) throws(MatchLogError) -> Result<Content, Failure> {
        guard let answer = try? JSONDecoder().decode(Answer<Content>.self, from: Data(message.payload)) else {
            throw .unavailable("JetStream's answer can't be read")
        }
        if let error = answer.error { return .failure(error) }
        guard let content = answer.content else { throw .unavailable("JetStream's answer is empty") }
        return .success(content)
    }

    private func ask<Content: Decodable>(
        _ verb: String, _ body: some Encodable, _ type: Content.Type, within wait: Duration? = nil
    ) async throws(MatchLogError) -> Result<Content, Failure> {
        let message = NatsMessage(subject: "$JS.API.\(verb)", payload: try Self.bytes(body))
        return try Self.decode(type, try await connection.request(message, within: wait ?? self.wait))
    }

    private static func bytes(_ body: some Encodable) throws(MatchLogError) -> [UInt8] {
        guard let data = try? JSONEncoder().encode(body) else { throw .unavailable("a request can't be written") }
        return [UInt8](data)
    }

    // MARK: Streams

    /// Returns the facts about a stream; nil if it doesn't exist.
    func stream(_ name: String) async throws(MatchLogError) -> StreamInfo? {
        switch try await ask("STREAM.INFO.\(name)", Empty(), StreamInfo.self) {
        case .success(let info): return info
        case .failure(let failure) where failure.err_code == Failure.noStream: return nil
        case .failure(let failure): throw failure.error
        }
    }

    /// Returns the subjects of a stream that have messages.
    func subjects(_ filter: String, of name: String) async throws(MatchLogError) -> [String] {
        struct Query: Encodable {
            var subjects_filter: String
            var offset: Int
        }
        struct Page: Decodable {
            struct State: Decodable { var subjects: [String: Int]? }
            var state: State
            var total: Int?
        }
        var subjects: [String] = []
        while true {
            let query = Query(subjects_filter: filter, offset: subjects.count)
            switch try await ask("STREAM.INFO.\(name)", query, Page.self, within: wait * 5) {
            case .success(let page):
                let found = page.state.subjects ?? [:]
                subjects += found.keys
                guard !found.isEmpty, subjects.count < page.total ?? 0 else { return subjects }
            case .failure(let failure): throw failure.error
            }
        }
    }

    /// Creates a stream. An existing stream stays unchanged.
    func create(_ stream: StreamSettings) async throws(MatchLogError) {
        if case .failure(let failure) = try await ask(
            "STREAM.CREATE.\(stream.name)", stream, StreamInfo.self, within: wait * 5)
        {
            throw failure.error
        }
    }

    struct Empty: Codable, Sendable {}

    // MARK: Adding

    /// The result of publishing a message.
    enum Published: Hashable, Sendable {
        /// The stream has the message, with this sequence.
        case stored(UInt64)
        /// The stream already has another message, or is storing one. The other message may be our
        /// own from an earlier attempt: read the stream to find out.
        case occupied
    }

    /// Adds a message if the last message of its subject has the sequence `last`. If `last` is 0,
    /// the subject must have no message. If `last` is nil, the message is added in any case.
    func publish(
        _ message: NatsMessage, to stream: String, after last: UInt64?, id: String? = nil
    ) async throws(MatchLogError) -> Published {
        struct Acknowledgement: Decodable {
            var seq: UInt64
            var duplicate: Bool?
        }
        var message = message
        message.headers[.expectedStream] = stream
        message.headers[.messageID] = id
        message.headers[.expectedLast] = last.map(String.init)
        let answer = try await connection.request(message, within: wait)
        switch try Self.decode(Acknowledgement.self, answer) {
        case .success(let acknowledged): return acknowledged.duplicate == true ? .occupied : .stored(acknowledged.seq)
        case .failure(let failure):
            let code = failure.err_code ?? 0
            guard Failure.wrongLast.contains(code) || code == Failure.idUnderWay else { throw failure.error }
            return .occupied
        }
    }

    // MARK: Reading

    /// Returns a message, read from the leader of a stream; nil if there is none.
    func message(_ query: MessageQuery, of stream: String) async throws(MatchLogError) -> NatsMessage? {
        struct Found: Decodable {
            struct Message: Decodable {
                var subject: String
                var seq: UInt64
                var hdrs: Data?
                var data: Data?
            }
            var message: Message
        }
        switch try await ask("STREAM.MSG.GET.\(stream)", query, Found.self) {
        case .success(let found):
            var headers = NatsMessage.headers(of: [UInt8](found.message.hdrs ?? Data()))
            headers[.sequence] = String(found.message.seq)
            return NatsMessage(
                subject: found.message.subject, headers: headers, payload: [UInt8](found.message.data ?? Data()))
        case .failure(let failure) where failure.err_code == Failure.noMessage: return nil
        case .failure(let failure): throw failure.error
        }
    }

    /// A choice of a message: the last message of a subject, or the first message from a sequence
    /// on.
    struct MessageQuery: Encodable, Sendable {
        var last_by_subj: String?
        var seq: UInt64?
        var next_by_subj: String?
    }

    /// Returns the messages of a subject from a sequence on, in order. They are read from the
    /// leader, with one request for each message.
    func messages(
        on subject: String, of stream: String, from sequence: UInt64, through last: UInt64, most: Int = .max
    ) async throws(MatchLogError) -> [NatsMessage] {
        var messages: [NatsMessage] = []
        var next = sequence
        while next <= last, messages.count < most {
            let query = MessageQuery(seq: next, next_by_subj: subject)
            guard let message = try await message(query, of: stream), let found = message.sequence, found <= last else {
                break
            }
            messages.append(message)
            next = found + 1
        }
        return messages
    }

    /// Returns the messages of a subject from a sequence on, in order. One request gets many
    /// messages. Any replica may answer, even a replica that lacks the newest messages.
    func batch(
        on subject: String, of stream: String, from sequence: UInt64, through last: UInt64
    ) async throws(MatchLogError) -> [NatsMessage] {
        struct Query: Encodable {
            var seq: UInt64
            var next_by_subj: String
            var batch: Int
        }
        var messages: [NatsMessage] = []
        var next = sequence
        while next <= last {
            let query = try Self.bytes(Query(seq: next, next_by_subj: subject, batch: Self.mostInBatch))
            let answers = try await connection.gather(
                "$JS.API.DIRECT.GET.\(stream)", query, most: Self.mostInBatch, within: wait,
                isLast: { $0.headers[.status] != nil })
            let found = answers.filter { $0.headers[.status] == nil }
            messages += found.filter { ($0.sequence ?? .max) <= last }
            switch answers.last?.headers[.status] {
            case "204": break
            case "404": return messages
            case let status: throw .unavailable("a reading of \(stream) ended with status \(status ?? "none")")
            }
            guard let lastFound = found.last?.sequence, answers.last?.headers[.pending] != "0" else { break }
            next = lastFound + 1
        }
        return messages
    }

    private static let mostInBatch = 256

    // MARK: Removing

    /// Removes the messages of a subject before a sequence, or all messages if `sequence` is nil.
    func purge(_ subject: String, of stream: String, before sequence: UInt64? = nil) async throws(MatchLogError) {
        struct Query: Encodable {
            var filter: String
            var seq: UInt64?
        }
        struct Purged: Decodable { var success: Bool? }
        let query = Query(filter: subject, seq: sequence)
        if case .failure(let failure) = try await ask("STREAM.PURGE.\(stream)", query, Purged.self, within: wait * 2) {
            throw failure.error
        }
    }
}

extension NatsMessage {
    /// The sequence of the message in its stream.
    var sequence: UInt64? { headers[.sequence].flatMap(UInt64.init) }
}
