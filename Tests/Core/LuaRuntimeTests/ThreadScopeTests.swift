import Foundation
import Testing

@testable import LuaRuntime

/// A scope's value applies only on the scope's thread, only while the scope is the innermost one, and only until the
/// scope ends.
@Suite struct ThreadScopeTests {
    private static let number = ThreadScope<Double>()
    private static let other = ThreadScope<Double>()

    private struct Failure: Error {}

    @Test func theInnermostScopeCountsAndTheOuterOneIsBackBehindIt() {
        #expect(Self.number.current == nil)
        let answer = Self.number.run(1) {
            #expect(Self.number.current == 1)
            let inner = Self.number.run(2) { Self.number.current }
            #expect(inner == 2 && Self.number.current == 1)
            return "done"
        }
        #expect(answer == "done" && Self.number.current == nil)
    }

    @Test func eachKeepsItsOwn() {
        Self.number.run(1) {
            #expect(Self.other.current == nil)
            Self.other.run(2) { #expect((Self.number.current, Self.other.current) == (1, 2)) }
        }
    }

    @Test func anErrorEndsTheScope() {
        Self.number.run(1) {
            #expect(throws: Failure.self) { try Self.number.run(2) { throw Failure() } }
            #expect(Self.number.current == 1)
        }
        #expect(throws: Failure.self) { try Self.number.run(3) { throw Failure() } }
        #expect(Self.number.current == nil)
    }

    @Test func anotherThreadSeesNothingOfIt() {
        Self.number.run(1) {
            let seen = Seen()
            let thread = Thread {
                seen.before = Self.number.current
                Self.number.run(2) { seen.within = Self.number.current }
                seen.done.signal()
            }
            thread.start()
            seen.done.wait()
            #expect((seen.before, seen.within, Self.number.current) == (nil, 2, 1))
        }
    }

    /// The value that another thread saw. It is read after that thread is done.
    private final class Seen: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        var before: Double?
        var within: Double?
    }

    /// A scope keeps its value alive as long as the scope lasts, and no longer.
    @Test func aReferenceIsHeldAndLetGo() {
        final class Thing: Sendable {}
        let scope = ThreadScope<Thing>()
        weak var watched: Thing?
        func begin() {
            let thing = Thing()
            watched = thing
            scope.run(thing) { #expect(scope.current === watched && watched != nil) }
        }
        begin()
        #expect(watched == nil && scope.current == nil)
    }
}
