import Conversations
import Testing

@Suite struct PresentationTests {
    @Test func stylesAreSetsOfCapabilities() {
        #expect(PresentationStyle.compact.capabilities == [.draftField, .styleCallbacks])
        #expect(PresentationStyle.expanded.capabilities == [.textInput, .horizontalGestures, .styleCallbacks])
        #expect(PresentationStyle.transcript.capabilities == [])
    }

    @Test func mediaTakesOnlyStickersAndPictures() throws {
        for (post, expected) in [
            (Post.message(.sample("m1")), 11), (.text("hi"), 11), (try .attachment(Samples.document()), 11),
            (try .sticker(Samples.sticker()), nil), (try .attachment(Samples.picture()), nil),
        ] {
            #expect(code { try PresentationContext.media.check(post) } == expected)
            #expect(code { try PresentationContext.messages.check(post) } == nil)
        }
    }

    @Test func bubblesHearOnlyOfTheirOwnLife() {
        for callback in [
            Callback.willSelect, .didSelect, .didReceive, .didStartSending, .didCancelSending,
            .willTransition(to: .compact), .didTransition(to: .expanded),
        ] {
            #expect(!callback.isPossible(in: .transcript))
            #expect(callback.isPossible(in: .compact) && callback.isPossible(in: .expanded))
            let isOfStyle = [.willTransition(to: .compact), .didTransition(to: .expanded)].contains(callback)
            #expect(callback.isPossible(in: .compact, context: .media) == isOfStyle)
        }
        #expect(!Callback.contentSizeThatFits(DisplaySettings()).isPossible(in: .compact))
        #expect(Callback.contentSizeThatFits(DisplaySettings()).isPossible(in: .transcript))
        #expect(Callback.completion(1, nil).isPossible(in: .transcript))
    }

    @Test func aGroupHasMoreThanOneOther() {
        #expect(!Conversation(localParticipant: .alice, remoteParticipants: [.bob]).isGroup)
        let carol = Participant(testID(3))
        #expect(Conversation(localParticipant: .alice, remoteParticipants: [.bob, carol]).isGroup)
    }

    @Test func oneTouchPaysForOneSend() {
        var touch = UserActivation()
        var paid = [touch.use()]
        touch.touch()
        touch.touch()
        #expect(touch.isUnused)
        paid.append(touch.use())
        paid.append(touch.use())
        #expect(paid == [false, true, false])
        #expect(!touch.isUnused)
    }
}
