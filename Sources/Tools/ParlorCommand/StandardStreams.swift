import Foundation

/// Reading and writing the process's streams without buffers in between.
enum StandardStreams {
    /// What is there to read, at most 64 KiB; nothing at the end of the file.
    static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            var got = 0
            repeat {
                got = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            } while got < 0 && errno == EINTR
            count = max(0, got)
        }
    }

    /// Writes all of a text at once; false if that can't be done.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool { failure(writing: text, to: descriptor) == nil }

    /// Writes all of a text at once; the error number if that can't be done.
    static func failure(writing text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
