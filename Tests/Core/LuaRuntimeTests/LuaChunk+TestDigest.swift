import LuaRuntime

extension LuaChunk {
    /// Creates a chunk. If `isKept`, its compiled form is cached under a digest that is good enough only for tests:
    /// four lanes of FNV-1a.
    convenience init(name: String, source: String, isKept: Bool = true) {
        var digest: (([UInt8]) -> [UInt8])?
        if isKept { digest = testDigest }
        self.init(name: name, source: source, digest: digest)
    }
}

private func testDigest(_ bytes: [UInt8]) -> [UInt8] {
    var digest: [UInt8] = []
    for lane: UInt64 in 0..<4 {
        var hash = 0xcbf2_9ce4_8422_2325 &+ lane
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        digest += withUnsafeBytes(of: hash.bigEndian, Array.init)
    }
    return digest
}
