/// Tells one version of a file from another: FNV-1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). No protection against
/// whoever makes files.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }
}
