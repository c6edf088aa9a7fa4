import Conversations
import GameApps
import Parlor
import Simulation

/// The steps that a person takes on a phone: touching, typing, sending, tapping.
///
/// Without `--slow` (the quick way), some steps are taken automatically: a game is opened when one
/// of its moves is touched, and collapsed when it covers the draft field. With `--slow`, each step
/// is a command.
struct PhoneSteps {
    let context: PhonesContext

    /// Applies a stimulus to the phone at hand.
    func stimulate(_ stimulus: Stimulus) throws {
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            if !context.isSlow, stimulus.isOfDraft, phone.style(of: context.game) == .expanded {
                try phone.perform(.collapse, of: context.game, in: context.chat)  // shows the draft field
            }
            try phone.perform(stimulus, of: context.game, in: context.chat)
        }
    }

    // MARK: Moves

    /// Touches a move on a person's phone.
    func touch(_ move: String, as person: String) throws {
        try context.world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: context.game) == nil {
                if let bubble = phone.lastBubble(of: context.game, in: context.chat) {
                    try phone.perform(.tapBubble(bubble.id), of: context.game, in: context.chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: context.game, in: context.chat)
                }
            }
            if !context.isSlow, phone.style(of: context.game) == .compact,
                phone.app(of: context.game)?.isTyped(move, in: context.chat) == true
            {
                try phone.perform(.expand, of: context.game, in: context.chat)  // there is no keyboard in compact style
            }
            try phone.touch(move, of: context.game, in: context.chat)
        }
    }

    /// Touches a move in a bubble on the phone at hand, or in the draft's bubble if `bubble` is
    /// nil.
    func touch(_ move: String, in bubble: TranscriptItem.ID?) throws {
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            if let bubble {
                try phone.touch(move, bubble: bubble, of: context.game, in: context.chat)
            } else {
                try phone.touchDraft(move, of: context.game, in: context.chat)
            }
        }
    }

    // MARK: The draft field

    /// Types words into the draft field of the phone at hand, and shows the field.
    func type(_ words: String) throws {
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            try phone.type(words, in: context.chat)
            if !context.isSlow, phone.style(of: context.game) == .expanded {
                try phone.perform(.collapse, of: context.game, in: context.chat)  // shows the draft field
            }
        }
    }

    /// Puts a sticker of the game into the draft field of the phone at hand.
    func insertSticker(_ name: String) throws {
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            if phone.style(of: context.game) == nil {
                try phone.perform(.openFromDrawer(), of: context.game, in: context.chat)
            }
            try phone.insertSticker(name, of: context.game, in: context.chat)
        }
    }

    /// Sends a phone's draft, lets it arrive, and opens it on the other phones.
    ///
    /// - Parameter kept: The url of a draft that must not be sent.
    func sendDraft(of person: String, unlessIs kept: String? = nil) throws {
        try context.world.perform(as: person) { phone throws(DeviceError) in
            guard let staged = phone.chats[context.chat]?.draft.staged, kept == nil || staged.message.url != kept else {
                return
            }
            if phone.style(of: context.game) == .expanded {
                try phone.perform(.collapse, of: context.game, in: context.chat)
            }
            try phone.perform(.userSend, of: context.game, in: context.chat)
        }
        try context.world.settle()
        for other in context.world.people where other != person {
            try context.world.perform(as: other) { phone throws(DeviceError) in
                guard let bubble = phone.lastBubble(of: context.game, in: context.chat),
                    phone.installedGames.contains(context.game)
                else { return }
                try phone.tap(bubble.id, in: context.chat)
            }
        }
    }

    /// Deletes the draft of a person.
    func deleteDraft(of person: String) throws {
        try context.world.perform(as: person) { phone throws(DeviceError) in
            guard phone.chats[context.chat]?.draft.staged != nil else { return }
            if phone.style(of: context.game) == .expanded {
                try phone.perform(.collapse, of: context.game, in: context.chat)
            }
            try phone.perform(.userDeleteDraft, of: context.game, in: context.chat)
        }
    }

    // MARK: Opening

    /// Opens the last message on a phone that hasn't read it yet.
    func openNews(on person: String) throws {
        let phone = try context.world.device(person)
        guard phone.installedGames.contains(context.game),
            let item = phone.lastBubble(of: context.game, in: context.chat),
            item.sender != nil, let url = item.bubble?.message.url,
            phone.match(of: context.game, in: context.chat)?.record.url != url
        else { return }
        try context.world.perform(as: person) { phone throws(DeviceError) in try phone.tap(item.id, in: context.chat) }
    }

    /// Opens the game again on a phone whose app was replaced.
    func reopen(_ style: PresentationStyle, on person: String) throws {
        try context.world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: context.game) == nil {
                if let bubble = phone.lastBubble(of: context.game, in: context.chat) {
                    _ = try phone.tap(bubble.id, in: context.chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: context.game, in: context.chat)
                }
            }
            if style == .expanded, phone.style(of: context.game) == .compact {
                try phone.perform(.expand, of: context.game, in: context.chat)
            }
        }
    }
}

extension Stimulus {
    /// Whether the stimulus needs a visible draft field.
    fileprivate var isOfDraft: Bool {
        switch self {
        case .userSend, .userDeleteDraft: true
        default: false
        }
    }
}
