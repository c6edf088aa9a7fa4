extension [String] {
    /// Hands them to C as a list of strings, which live for the call.
    func withCStrings<R>(_ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) throws -> R) rethrows -> R {
        let copies = map { text in
            let bytes = Array<CChar>(text.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        var pointers = copies.map { Optional(UnsafePointer($0)) }
        return try pointers.withUnsafeMutableBufferPointer { try body($0.baseAddress) }
    }
}
