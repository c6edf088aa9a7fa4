extension FixedWidthInteger {
    /// The integer nearest to a number on the way to zero: for numbers from outside, for which `Int(_:)` would trap. What lies
    /// beyond the type's range is its bound, NaN is 0.
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
