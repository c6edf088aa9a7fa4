import CNats

/// A message of NATS, copied out of the library's memory.
struct NatsMessage: Sendable {
    var subject: String
    /// The headers of the message that ``Header`` has a case for.
    var headers: [Header: String] = [:]
    var payload: [UInt8]

    /// The headers that this client uses.
    enum Header: String, CaseIterable, Sendable {
        /// The nonce of an entry, by which the server that appended the entry recognises it.
        case nonce = "Parlor-Nonce"
        /// The number of an entry in its match.
        case number = "Parlor-Number"
        /// The number of the first entry of a piece of the archive.
        case first = "Parlor-First"
        case messageID = "Nats-Msg-Id"
        case expectedStream = "Nats-Expected-Stream"
        case expectedLast = "Nats-Expected-Last-Subject-Sequence"
        case originalSubject = "Nats-Subject"
        case sequence = "Nats-Sequence"
        case pending = "Nats-Num-Pending"
        case status = "Status"
    }

    init(subject: String, headers: [Header: String] = [:], payload: [UInt8] = []) {
        self.subject = subject
        self.headers = headers
        self.payload = payload
    }

    /// Copies a message of the library. The caller still has to destroy the original.
    init(copying message: OpaquePointer) {
        subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
        payload = [UInt8](
            UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: max(0, Int(natsMsg_GetDataLength(message)))))
        for header in Header.allCases {
            var value: UnsafePointer<CChar>?
            if natsMsgHeader_Get(message, header.rawValue, &value) == NATS_OK, let value {
                headers[header] = String(cString: value)
            }
        }
    }

    /// Reads a block of headers as NATS stores it: `NATS/1.0`, then lines `Key: value`.
    static func headers(of block: [UInt8]) -> [Header: String] {
        var headers: [Header: String] = [:]
        for line in String(decoding: block, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let header = Header(rawValue: String(line[..<colon])),
                headers[header] == nil
            else { continue }
            headers[header] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return headers
    }
}
