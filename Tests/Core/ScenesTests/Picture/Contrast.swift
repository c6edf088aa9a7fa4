import Foundation

/// Returns the contrast ratio of two colours written `#rrggbb` (WCAG 2.2, relative luminance).
func contrast(_ first: String, _ second: String) -> Double {
    let (one, two) = (luminance(first), luminance(second))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
}

private func luminance(_ colour: String) -> Double {
    let number = UInt32(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift -> Double in
        let part = Double(number >> UInt32(shift) & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}
