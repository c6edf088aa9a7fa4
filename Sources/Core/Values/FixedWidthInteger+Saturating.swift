extension FixedWidthInteger {
    /// Creates the nearest integer towards zero. Use it for numbers from outside, for which
    /// `Int(_:)` could trap. A number beyond the type's range becomes its bound, and NaN becomes 0.
    ///
    /// ```swift
    /// Int(saturating: -1e300)   // Int.min
    /// Int8(saturating: 12.9)    // 12
    /// ```
    package init(saturating number: Double) {
        if number.isNaN {
            self = 0
        } else if number >= Double(Self.max) {
            self = .max
        } else if number <= Double(Self.min) {
            self = .min
        } else {
            self = Self(number)
        }
    }
}
