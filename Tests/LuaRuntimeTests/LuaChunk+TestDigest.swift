import LuaRuntime

extension LuaChunk {
    /// A text whose compiled form is cached, if `isKept`, under a digest that only tests may trust: four lanes of FNV-1a.
    convenience init(name: String, source: String, isKept: Bool = true) {
        self.init(name: name, source: source, digest: isKept ? Self.testDigest : nil)
    }

    private static func testDigest(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { lane in
            var hash = UInt64(0xcbf2_9ce4_8422_2325) &+ UInt64(lane)
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return withUnsafeBytes(of: hash.bigEndian, Array.init)
        }
    }
}
