/// From which logs of a match a device went over to which others, where forks were decided.
///
/// What is decided between two logs depends on those two alone. Where seats sign what they shouldn't, three logs can each stay before
/// the next one in a circle, and every copy of a message would take the device round once more. A step that was taken before
/// closes such a circle: that is a dispute.
package struct ForkTrail: Hashable, Sendable {
    /// A fork in which another log took the known one's place.
    private struct Step: Hashable {
        let from: Head
        let to: Head
    }

    /// Of more steps the oldest go.
    private static let longest = 64

    private var steps: [Step] = []

    /// No fork was decided yet.
    package init() {}

    /// Was this step taken before?
    package func holds(from: Head, to: Head) -> Bool { steps.contains(Step(from: from, to: to)) }

    /// Another log takes the place of the known one.
    package mutating func note(from: Head, to: Head) {
        let step = Step(from: from, to: to)
        steps.removeAll { $0 == step }
        steps.append(step)
        if steps.count > Self.longest { steps.removeFirst(steps.count - Self.longest) }
    }
}

extension ForkTrail {
    /// The heads of all steps, one behind the other: 64 bytes for each.
    package var bytes: [UInt8] { steps.flatMap { $0.from.bytes + $0.to.bytes } }

    /// A trail that was kept.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless the bytes are those of whole steps.
    package init(bytes: [UInt8]) throws(WireError) {
        let heads = stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<min($0 + 32, bytes.count)]) }
        guard heads.count.isMultiple(of: 2), heads.count <= 2 * Self.longest else {
            throw .malformed(part: "trail", problem: "expected at most \(Self.longest) steps of two heads")
        }
        for index in stride(from: 0, to: heads.count, by: 2) {
            steps.append(Step(from: try Head(heads[index]), to: try Head(heads[index + 1])))
        }
    }
}
