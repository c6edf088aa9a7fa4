/// The settings with which a stream is created, as JetStream's protocol writes them.
struct StreamSettings: Codable, Hashable, Sendable {
    struct Republish: Codable, Hashable, Sendable {
        var src: String
        var dest: String
    }

    var name: String
    var subjects: [String]
    var num_replicas: Int
    var storage = "file"
    var retention = "limits"
    var discard = "old"
    var max_msgs_per_subject: Int
    /// The time for which a message id is remembered, in nanoseconds.
    var duplicate_window: Int64
    var allow_direct = true
    var deny_delete: Bool
    var republish: Republish?
}

/// The facts that JetStream states about a stream.
struct StreamInfo: Decodable, Sendable {
    struct Settings: Decodable, Sendable {
        var subjects: [String]?
        var num_replicas: Int
        var storage: String?
        var max_msgs_per_subject: Int?
        var republish: StreamSettings.Republish?
        var allow_direct: Bool?
    }
    struct State: Decodable, Sendable {
        var messages: UInt64
        var first_seq: UInt64
        var last_seq: UInt64
    }
    struct Cluster: Decodable, Sendable {
        var leader: String?
    }

    var config: Settings
    var state: State
    var cluster: Cluster?
}
