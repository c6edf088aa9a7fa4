import Foundation
import Hosting

/// The file with the server's key.
struct SecretFile {
    let url: URL

    /// Returns the key. If there is no file yet, creates a file with a new key. Only the server can
    /// read that file.
    ///
    /// - Throws: ``StartFailure`` for a file that can't be read or written, or that doesn't contain
    ///   a key.
    func secret() throws -> ServerSecret {
        if let secret = try read() { return secret }
        let new = ServerSecret.random()
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // another server may just have created the file
            if errno == EEXIST, let secret = try read() { return secret }
            throw StartFailure("\(url.path) can't be written. Name another file with --secret")
        }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: Data(new.bytes))
            try file.synchronize()
        } catch {
            unlink(url.path)
            throw StartFailure("\(url.path) can't be written: \(error.localizedDescription)")
        }
        return new
    }

    private func read() throws -> ServerSecret? {
        var facts = stat()
        guard stat(url.path, &facts) == 0 else { return nil }
        let expected = "expected the 32 bytes of a key"
        // reading a pipe would block
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw StartFailure("\(url.path) isn't a regular file: \(expected)")
        }
        guard let file = try? FileHandle(forReadingFrom: url),
            let bytes = try? file.read(upToCount: ServerSecret.size + 1) ?? Data()
        else { throw StartFailure("\(url.path) can't be read: \(expected)") }
        guard let secret = ServerSecret([UInt8](bytes)) else {
            let count = bytes.count > ServerSecret.size ? "more than \(ServerSecret.size)" : "\(bytes.count)"
            throw StartFailure("\(url.path) has \(count) bytes: \(expected)")
        }
        return secret
    }
}
