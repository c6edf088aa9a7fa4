import Conversations
import Testing

@testable import Storage

/// The numbers of a device have fixed names, so that older files can still be read.
@Suite struct DeviceNumbersTests {
    /// Device numbers in which all values differ.
    static let all: DeviceNumbers = {
        var numbers = DeviceNumbers()
        (numbers.lastMessage, numbers.lastParcel, numbers.restarts) = (7, 8, 9)
        numbers.salt = (0..<16).map { 0xf0 + $0 }
        numbers.installs = ["go": 2, "no such game": 3]
        numbers.expiries = [
            DeviceNumbers.Expiry(item: 4, game: "go", chat: Chat.ID("a chat of four"), milliseconds: 5)
        ]
        (numbers.isDesktop, numbers.hasNoGames) = (true, true)
        return numbers
    }()

    @Test func whatIsKeptComesBack() {
        #expect(DeviceNumbers(kept: Self.all.kept) == Self.all)
        #expect(DeviceNumbers(kept: DeviceNumbers().kept) == DeviceNumbers())
        #expect(DeviceNumbers(kept: [:]) == DeviceNumbers(), "an older file has none")
    }

    @Test func namesInFilesStay() {
        #expect(
            Self.all.kept == [
                "message": 7, "parcel": 8, "restart": 9, "salt0": -0x0f0e_0d0c_0b0a_0909,
                "salt1": -0x0706_0504_0302_0101, "install go": 2, "install no such game": 3,
                "expiry 4 go a chat of four": 5, "desktop": 1, "no games": 1,
            ])
    }

    @Test func otherNamesArePassedOver() {
        var kept = Self.all.kept
        kept["request"] = 2
        kept["expiry"] = 1
        #expect(DeviceNumbers(kept: kept) == Self.all)
    }
}
