/// What follows the name of a command: how it is written, and how it is read.
struct CommandArgument<Value>: Sendable {
    /// As the help shows it: `[n]`; empty for nothing.
    let usage: String
    /// What else is to be said to whoever wrote it wrongly.
    var advice = ""
    /// Nil for what can't be read.
    let read: @Sendable (String) -> Value?
}

extension CommandArgument<Void> {
    static var none: Self { Self(usage: "") { $0.isEmpty ? () : nil } }
}

extension CommandArgument<String> {
    /// Any text, but there must be one.
    static func text(_ usage: String) -> Self { Self(usage: usage) { $0.isEmpty ? nil : $0 } }
}

extension CommandArgument<String?> {
    /// Any text; nil for none.
    static func optional(_ usage: String) -> Self { Self(usage: "[\(usage)]") { $0.isEmpty ? .some(nil) : $0 } }
}

extension CommandArgument<Int> {
    /// How often, once unless it says otherwise.
    static var times: Self { Self(usage: "[n]", advice: "n is 1 or more") { $0.isEmpty ? 1 : timesRead($0) } }

    fileprivate static func timesRead(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
}

extension CommandArgument<Int?> {
    /// How many, 1 unless it says otherwise; nil for all.
    static var timesOrWhole: Self {
        Self(usage: "[n|all]", advice: "n is 1 or more") { text in
            if text.lowercased() == "all" { return .some(nil) }
            return text.isEmpty ? .some(1) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }

    /// How often; nil for as often as it goes.
    static var timesOrAll: Self {
        Self(usage: "[n]", advice: "n is 1 or more") { text in
            text.isEmpty ? .some(nil) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }
}

extension CommandArgument<Bool> {
    /// What others hide, too?
    static var wholeState: Self {
        Self(usage: "[--all]") { ["--all", "all"].contains($0.lowercased()) ? true : $0.isEmpty ? false : nil }
    }
}
