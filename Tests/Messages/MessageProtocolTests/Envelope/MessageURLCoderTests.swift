import Testing
import Values

@testable import MessageProtocol

@Suite struct MessageURLCoderTests {
    @Test func aMessageComesBack() throws {
        var test = try TestMatch.seated()
        try test.takeSticks([1, 2, 3])
        let envelope = try test.envelope()
        let url = try MessageURLCoder().url(of: envelope)
        #expect(url.hasPrefix("https://parlor.games/sticks#A"))
        let read = try MessageURLCoder().envelope(from: url)
        #expect(read.signedLog == test.log)
        #expect(read.signedLog.log == test.log.log)
        #expect(read.signedLog.match == test.match)
        #expect(read.sender == envelope.sender)
        #expect(read.stateCheck == envelope.stateCheck)
        #expect(try MessageURLCoder().url(of: read) == url)
    }

    /// A device must be able to read the url that it writes.
    @Test func whatNobodyReadsIsNotWritten() throws {
        var test = try TestMatch.seated()
        try test.takeSticks([1, 2, 3])
        let carrier = MessageURLCoder(limits: WireLimits(plies: test.log.log.plies.count - 1))
        #expect(code { try carrier.url(of: test.envelope()) } == "too_large")
        #expect(code { try carrier.envelope(from: MessageURLCoder().url(of: test.envelope())) } == "too_large")
    }

    @Test func theBaseCanBeChosen() throws {
        let carrier = try MessageURLCoder(base: "https://example.org/play/")
        let envelope = try TestMatch().envelope()
        let url = try carrier.url(of: envelope)
        #expect(url.hasPrefix("https://example.org/play/sticks#"))
        #expect(try carrier.envelope(from: url).signedLog == envelope.signedLog)
        #expect(code { try MessageURLCoder().envelope(from: url) } == "malformed")
    }

    @Test(arguments: [
        "", "https://", "https:///", "ftp://a/", "https://a", "https://a/#/", "https://a/?/", "https://a b/",
        "https://ä/",
        "HTTPS://a/", "https://a/%2f/",
    ])
    func otherBasesAreRefused(_ base: String) {
        #expect(code { try MessageURLCoder(base: base) } == "malformed")
    }

    @Test(arguments: [
        "", "x", "https://parlor.games/", "https://parlor.games/sticks", "https://parlor.games/sticks#",
        "https://parlor.games/#AQ", "https://parlor.games/Sticks#AQ", "https://parlor.games/a/b#AQ",
        "https://parlor.games/sticks?x#AQ", "http://parlor.games/sticks#AQ", "https://parlor.games/sticks#AQ==",
        "https://parlor.games/sticks#AQ#AQ", "https://parlor.games/sticks#A Q", "https://parlor.games/sticks#Aw",
        "https://parlor.games/sticks#é", "https://parlor.games/sticks\u{0}#AQ",
    ])
    func whatIsNoMessageIsMalformed(_ url: String) {
        #expect(code { try MessageURLCoder().envelope(from: url) } == "malformed")
    }

    /// A message url that was cut off or shortened is reported as cut off, wherever the cut is.
    @Test func aLinkThatIsCutOffIsCalledThat() throws {
        let url = try MessageURLCoder().url(of: TestMatch().envelope())
        let begin = try #require(url.firstIndex(of: "#"))
        var cuts = url.indices.filter { $0 > begin }.map { String(url[..<$0]) }
        cuts += ["…", "..."].map { url.prefix(60) + $0 }
        for cut in cuts {
            let error = #expect(throws: WireError.self, "\(cut)") { try MessageURLCoder().envelope(from: cut) }
            #expect(error?.description.contains("it is cut off") == true, "\(cut): \(error?.description ?? "")")
        }
        let other = #expect(throws: WireError.self) {
            try MessageURLCoder().envelope(from: "https://parlor.games/sticks#A Q")
        }
        #expect(other?.description == "url: expected base64url without padding after the #")
    }

    @Test(arguments: [0, 1, 2, 4, 127, 255])
    func otherVersionsAreNamed(_ version: UInt8) throws {
        let payload = Base64URL.encode([version] + (try TestMatch().envelope().bytes()))
        #expect(throws: WireError.unsupportedVersion(Int(version))) {
            try MessageURLCoder().envelope(from: "https://parlor.games/sticks#\(payload)")
        }
    }

    @Test func theLimitIsTheWholeURL() throws {
        let envelope = try TestMatch().envelope()
        let url = try MessageURLCoder().url(of: envelope)
        let exact = MessageURLCoder(limits: WireLimits(url: url.utf8.count))
        #expect(try exact.url(of: envelope) == url)
        #expect(try exact.envelope(from: url).signedLog == envelope.signedLog)
        let tight = MessageURLCoder(limits: WireLimits(url: url.utf8.count - 1))
        #expect(code { try tight.envelope(from: url) } == "too_large")
        #expect(code { try MessageURLCoder().envelope(from: url + String(repeating: "A", count: 5000)) } == "too_large")
    }

    @Test func whatDoesNotFitIsSaidWithItsLargestPart() throws {
        var test = try TestMatch.seated(options: ["sticks": 9000])
        let before = test.log
        // two typed moves of a seat that moves many times in a row
        test.log = try test.log.adding(
            Array(repeating: .move(.typed(name: "take", argument: 1)), count: 600), seat: 1, key: test.keys[0])
        let envelope = try Envelope(test.log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
        #expect {
            try MessageURLCoder().url(of: envelope)
        } throws: { error in
            guard case .tooLarge(let excess)? = error as? WireError else { return false }
            // an envelope without the room that the match reserves for its end
            return excess.part == "url" && excess.limit == 4932 && (excess.size ?? 0) > 5000
                && excess.largest?.part == "log" && (excess.largest?.bytes ?? 0) > 4000
                && "\(excess)".contains("the largest part is the log")
        }
        #expect(before.log.plies.count == 1)
    }

    @Test func theNumberOfPliesIsLimitedWhileReading() throws {
        var test = try TestMatch.seated(options: ["sticks": 900])
        try test.takeSticks([1, 1, 1, 1, 1, 1])
        let url = try test.url()
        let carrier = MessageURLCoder(limits: WireLimits(plies: 6))
        #expect(throws: WireError.tooLarge(.init("log", size: nil, limit: 6, unit: "plies"))) {
            try carrier.envelope(from: url)
        }
        #expect(code { try MessageURLCoder(limits: WireLimits(plies: 14)).envelope(from: url) } == "too_large")
        #expect(try MessageURLCoder(limits: WireLimits(plies: 15)).envelope(from: url).signedLog == test.log)
    }

    // MARK: Room to end

    /// After every accepted log there is room for all plies that end the match, in any order, down
    /// to the last character. A seat may sign more plies after its move, or send an offer beside
    /// the log. These use none of the room that other seats need.
    @Test(arguments: [2, 3, 5, 16]) func theRoomIsKeptForTheEnd(seats: Int) throws {
        let names = (1...seats).map { "P\($0)" }
        var test = try TestMatch.seated(options: ["sticks": 900], names: names)
        for seat in 1...seats { try test.add(seat, .move(.typed(name: "take", argument: 1))) }
        func size(_ log: SignedLog, _ bet: Bet? = nil) throws -> Int {
            let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
            return try MessageURLCoder(limits: WireLimits(url: 1 << 20)).url(
                of: Envelope(log, sender: 0, standingDigest: digest, bet: bet)
            ).utf8.count
        }
        /// The least limit within which a log is accepted.
        func least(_ log: SignedLog, _ bet: Bet? = nil) throws -> Int {
            let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
            let envelope = try Envelope(log, sender: 0, standingDigest: digest, bet: bet)
            let size = try size(log, bet)
            return try #require(
                (size...size + 4000).first { limit in
                    (try? MessageURLCoder(limits: WireLimits(url: limit)).url(of: envelope)) != nil
                })
        }
        let limit = try least(test.log)
        let plain = test
        // two seats claim against each other seat, seats resign, and all close: no ply needs more
        // room than was kept
        for target in 1...seats {
            for seat in (1...seats).filter({ $0 != target }).prefix(2) {
                try test.add(seat, .claim(against: target))
                #expect(try least(test.log) <= limit, "claim of \(seat) against \(target)")
            }
        }
        for seat in 1...seats {
            try test.add(seat, .resign)
            #expect(try least(test.log) <= limit, "seat \(seat) resigns")
        }
        for seat in 1...seats {
            try test.add(seat, .close(nil), placement: seat == 1 ? .newRound : .currentRound)
            #expect(try least(test.log) <= limit, "seat \(seat) closes")
        }
        // a move with a claim after it needs as much room as the move alone
        let moved = try plain.with(1, .move(.typed(name: "take", argument: 1)))
        let claimed = try moved.with(1, .claim(against: 2))
        #expect(try least(moved.log) > limit && least(claimed.log) > limit)
        #expect(try least(moved.log, moved.bet(on: 1, 5)) > limit)
        guard seats > 3 else { return }
        // a third claim against a seat uses none of the room that other plies need
        var claims = plain
        for seat in 1...seats {
            for target in 1...seats where target != seat { try claims.add(seat, .claim(against: target)) }
        }
        #expect(try least(claims.log) > limit)
    }

    /// For moves that are sealed for longer than a round, the reserved room suffices to reveal even
    /// the longest moves. A reveal never needs more than the reserved room.
    @Test func longSealsKeepRoomToOpen() throws {
        let start = try TestMatch.seated("pick")
        let hidden = try Commitment([UInt8](repeating: 1, count: 32))
        let (move, salt) = (
            LoggedMove.typed(name: "m", argument: .string(String(repeating: "x", count: 15))),
            [UInt8](repeating: 1, count: 16)
        )
        for count in 1...6 {
            var plies = start.log.log.plies
            for _ in 0..<count { plies.append(Ply(seat: 1, action: .hide(hidden))) }
            let sealed = Log(checkedSeats: 2, plies: plies)
            let opened = Log(
                checkedSeats: 2,
                plies: plies
                    + Log.round(of: [
                        Ply(
                            seat: 1,
                            action: .reveal([RevealedMove](repeating: RevealedMove(move, try Salt(salt)), count: count))
                        )
                    ]))
            let grown = opened.bytes(ShortSeals()).count - sealed.bytes(ShortSeals()).count - count * (34 - 2)
            var signed = start
            signed.log = try SignedLog(match: start.match, log: sealed, signatures: start.log.signatures)
            #expect(move.bytes.count <= WireLimits.hiddenMove)
            let room = RoomToEnd.bytes(behind: signed.log) - RoomToEnd.bytes(behind: try start.with(1, .move(1)).log)
            #expect(grown <= room, "\(count) seals: \(grown) bytes more, room for \(room)")
        }
    }

    /// A seat that sealed a move has room to reveal the move, however full other seats make the
    /// url. The size of a reveal is limited.
    @Test(arguments: [63, 64, 65]) func whatIsSealedCanBeOpened(size: Int) throws {
        var test = try TestMatch.seated("pick")
        func url(_ log: SignedLog) throws -> String {
            try MessageURLCoder().url(of: Envelope(log, sender: 0, standingDigest: [UInt8](repeating: 0, count: 8)))
        }
        func typed(_ bytes: Int) -> LoggedMove {
            let text = String(repeating: "x", count: bytes)
            var move = LoggedMove.typed(name: "a", argument: .string(text))
            while move.bytes.count > bytes {
                move = .typed(name: "a", argument: .string(String(repeating: "x", count: bytes * 2 - move.bytes.count)))
            }
            return move
        }
        let move = typed(size)
        let sealing = CommitmentKey(of: test.keys[0])
        // the other seat enters openly, with the longest move that fits
        var longest = 0
        let keys = Dictionary(uniqueKeysWithValues: zip(1..., test.keys))
        let before = test.log
        for length in stride(from: 1000, through: 1, by: -1) where longest == 0 {
            var fill = (0..<3).map { _ in Ply(seat: 2, action: .move(typed(1000)), place: .alone) }
            fill.append(Ply(seat: 2, action: .move(typed(length)), place: .alone))
            let filled = try before.adding(fill, keys: keys)
            let at = CommitmentContext(of: 1, inRoundAt: filled.log.plies.count, of: filled)
            let entry = Ply(seat: 1, action: sealing.seal(move, at: at), place: .beginsRound)
            let log = try filled.adding([entry, Ply(seat: 2, action: .move(1), place: .continuesRound)], keys: keys)
            guard (try? url(log)) != nil else { continue }
            longest = length
            test.log = try log.adding(
                [Ply(seat: 1, action: sealing.open(move, at: at), place: .beginsRound)], keys: keys)
        }
        #expect(longest > 0 && move.bytes.count == size)
        let opened = Result { try MessageURLCoder().envelope(from: url(test.log)).signedLog }
        if size > 64 {
            #expect(throws: (any Error).self) { try opened.get() }
        } else {
            #expect(try opened.get() == test.log)
            let left = try test.log.adding([Ply(seat: 1, action: .resign)], keys: keys)
            #expect(try MessageURLCoder().envelope(from: url(left)).signedLog == left)
        }
    }

    /// A full url that ends with a move still has room for everybody to claim, to resign, to sign
    /// for the first time, and to close.
    @Test(arguments: [2, 3, 4, 8, 16], [false, true]) func aFullUrlHasRoomForTheEnd(seats: Int, isChained: Bool) throws
    {
        let names = (0..<seats).map { String(repeating: "n", count: $0 + 1) }
        var test = try TestMatch.seated(names: names, isChained: isChained)
        func url(_ log: SignedLog) throws -> String {
            try MessageURLCoder().url(of: Envelope(log, sender: 0, standingDigest: [UInt8](repeating: 0, count: 8)))
        }
        func adding(_ plies: [Ply], to log: SignedLog) throws -> SignedLog {
            try log.adding(plies, keys: Dictionary(uniqueKeysWithValues: zip(1..., test.keys)))
        }
        // moves of one seat, the last of them of maximum length
        func filled(_ length: Int) -> Ply {
            Ply(seat: 1, action: .move(.typed(name: "say", argument: .string(String(repeating: "x", count: length)))))
        }
        for length in [900, 400, 100, 30, 8, 1] {
            while let longer = try? adding([filled(length)], to: test.log), (try? url(longer)) != nil {
                test.log = longer
            }
        }
        let full = try url(test.log).utf8.count
        #expect(full < 5000 && full > 4000 - seats * 120)
        var end: [Ply] = []
        for seat in 2..<seats {  // the first two put out all but one
            for claimant in [1, 2] where claimant != seat {
                end.append(Ply(seat: claimant, action: .claim(against: seat)))
            }
        }
        for seat in 1...seats { end.append(Ply(seat: seat, action: .resign)) }
        for seat in 1...seats {
            end.append(Ply(seat: seat, action: .close(nil), place: seat == 1 ? .beginsRound : .continuesRound))
        }
        let over = try adding(end, to: test.log)
        #expect(try MessageURLCoder().envelope(from: url(over)).signedLog == over, "\(full)")
    }

    /// No ply of the end needs more than the room that was kept for it, also where the ply numbers
    /// next to the signatures become longer.
    @Test(arguments: 10...22, [0, 232]) func noPlyOfTheEndNeedsMoreThanItsRoom(moves: Int, more: Int) throws {
        let test = try TestMatch.seated(names: ["Ana", "Bob", "Cat", "Dee"])
        let keys = Dictionary(uniqueKeysWithValues: zip(1..., test.keys))
        let plies = [Ply](repeating: Ply(seat: 1, action: .move(1)), count: moves + more)
        var log = try test.log.adding(plies, keys: keys)
        func needed() throws -> Int {
            let digest = [UInt8](repeating: 0, count: 8)
            return try Envelope(log, sender: 0, standingDigest: digest).bytes().count + RoomToEnd.bytes(behind: log)
        }
        var end = [(1, 2), (2, 1), (1, 3), (2, 3)].map { Ply(seat: $0, action: .claim(against: $1)) }
        for seat in 1...4 { end.append(Ply(seat: seat, action: .resign)) }
        for seat in 1...4 {
            end.append(Ply(seat: seat, action: .close(nil), place: seat == 1 ? .beginsRound : .continuesRound))
        }
        var before = try needed()
        for ply in end {
            log = try log.adding([ply], keys: keys)
            let now = try needed()
            #expect(now <= before, "ply \(log.log.plies.count), \(ply)")
            before = now
        }
    }
}
