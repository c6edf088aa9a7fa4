import Parlor

/// The same value as JSON, after a way through its canonical bytes.
func jsonByBytes() throws -> String {
    let value: Value = ["turn": 2, "board": ["x", "", "o"]]
    let bytes = try value.canonicalBytes()
    return try Value(canonicalBytes: bytes).json()
}
