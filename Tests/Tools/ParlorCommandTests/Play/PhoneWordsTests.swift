import Conversations
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct PhoneWordsTests {
    @Test func saysTheScreen() throws {
        #expect(
            PhoneScreen(columns: 40).words(try PhoneSamples.view()) == [
                "Ana's phone, offline, day 2, 21:04:10.",
                "1 earlier message left out.",
                "Earlier: Ana invited you.",
                "Bob, message of tic-tac-toe. Picture: Board, 3 by 3. b2: O; b1: X. Empty: a3 to c3, a2, c2, a1, c1. "
                    + "Tic-tac-toe. best of one. Bob played b2. your turn. 3 in a row wins.",
                "Bob: Take that! And mind the corner, it is the one that matters here.",
                "You: Hm.",
                "Bob: sticker, a cat that thinks.",
                "Bob: [file] rules.pdf, 12 KB.",
                "You, message of connect-four. Rematch? Not delivered: the network gave up after 5 tries.",
                "You: Moment, I am on the train. Not delivered yet.",
                "Draft: message of tic-tac-toe. Ana played a1. your turn. 312 of 5,000 characters.",
                "Draft: [sticker] fingers crossed.",
                "Draft, text: Your move",
                "Open: Tic-tac-toe, compact.",
                "Waiting for Send.",
                "Button Take back, type back.",
                "Notice: waiting for Bob",
                "Notice: You have this message already.",
            ])
    }

    @Test func anEmptyPhoneSaysSo() {
        #expect(
            PhoneScreen(columns: 40).words(PhoneView(owner: "Cy")) == [
                "Cy's phone.", "No messages yet.", "Draft: nothing to send.", "Drawer: no games.",
            ])
    }
}
