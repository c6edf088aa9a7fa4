import Measuring
import Parlor

/// Returns seconds as milliseconds with three digits.
func millis(_ seconds: Double) -> String { decimal(seconds * 1000, 3) }

/// Returns seconds as milliseconds for JSON, to the microsecond.
func millisValue(_ seconds: Double) -> Value { rounded(seconds * 1000) }

/// Returns a number for JSON with three digits, or null if the number isn't finite.
func rounded(_ number: Double) -> Value {
    number.isFinite ? .double((number * 1000).rounded() / 1000) : .null
}
