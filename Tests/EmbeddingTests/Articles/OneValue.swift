import Parlor

/// Returns the value as JSON, after a round trip through its canonical bytes.
func jsonByBytes() throws -> String {
    let value: Value = ["turn": 2, "board": ["x", "", "o"]]
    let bytes = try value.canonicalBytes()
    return try Value(canonicalBytes: bytes).json()
}
