// The types of Apple's Messages framework that a game's extension uses: their signatures, without implementations. On
// platforms without the framework, the adapter of docs/embedding.md is compiled with these types.
import Foundation

public enum MSMessagesAppPresentationStyle: UInt, Sendable { case compact, expanded, transcript }

public enum MSMessagesAppPresentationContext: UInt, Sendable { case messages, media }

public final class MSSession: NSObject {}

open class MSMessageLayout: NSObject {}

public final class MSMessageTemplateLayout: MSMessageLayout {
    public var caption: String?
    public var subcaption: String?
    public var trailingCaption: String?
    public var trailingSubcaption: String?
    public var image: UIImage?
    public var mediaFileURL: URL?
    public var imageTitle: String?
    public var imageSubtitle: String?
}

public final class MSMessageLiveLayout: MSMessageLayout {
    public let alternateLayout: MSMessageTemplateLayout

    public init(alternateLayout: MSMessageTemplateLayout) {
        self.alternateLayout = alternateLayout
    }
}

public final class MSMessage: NSObject {
    public private(set) var session: MSSession?
    public var isPending = true
    public var senderParticipantIdentifier = UUID()
    public var layout: MSMessageLayout?
    public var url: URL?
    public var shouldExpire = false
    public var accessibilityLabel: String?
    public var summaryText: String?
    public var error: (any Error)?

    public override init() {}

    public init(session: MSSession) {
        self.session = session
    }
}

public final class MSSticker: NSObject {
    public init(contentsOfFileURL fileURL: URL, localizedDescription: String) throws {}
}

public final class MSConversation: NSObject {
    public let localParticipantIdentifier: UUID
    public let remoteParticipantIdentifiers: [UUID]
    public var selectedMessage: MSMessage?
    /// The messages that were inserted or sent. Only tests read this; the framework has no such property.
    public private(set) var inserted: [MSMessage] = []

    public init(local: UUID = UUID(), remote: [UUID] = [UUID()]) {
        (localParticipantIdentifier, remoteParticipantIdentifiers) = (local, remote)
    }

    public func insert(_ message: MSMessage, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        inserted.append(message)
        completionHandler?(nil)
    }

    public func insert(_ sticker: MSSticker, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        completionHandler?(nil)
    }

    public func insertText(_ text: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        completionHandler?(nil)
    }

    public func insertAttachment(
        _ url: URL, withAlternateFilename filename: String?,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        completionHandler?(nil)
    }

    public func send(_ message: MSMessage, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        inserted.append(message)
        completionHandler?(nil)
    }

    public func sendText(_ text: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        completionHandler?(nil)
    }
}

public struct UIEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat

    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private static func named(_ name: String) -> UIContentSizeCategory {
        UIContentSizeCategory(rawValue: "UICTContentSizeCategory\(name)")
    }

    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    public static let extraSmall = named("XS")
    public static let small = named("S")
    public static let medium = named("M")
    public static let large = named("L")
    public static let extraLarge = named("XL")
    public static let extraExtraLarge = named("XXL")
    public static let extraExtraExtraLarge = named("XXXL")
    public static let accessibilityMedium = named("AccessibilityM")
    public static let accessibilityLarge = named("AccessibilityL")
    public static let accessibilityExtraLarge = named("AccessibilityXL")
    public static let accessibilityExtraExtraLarge = named("AccessibilityXXL")
    public static let accessibilityExtraExtraExtraLarge = named("AccessibilityXXXL")
}

@MainActor public final class UITraitCollection {
    public let userInterfaceStyle: UIUserInterfaceStyle
    public let preferredContentSizeCategory: UIContentSizeCategory

    /// Only tests create traits. In the framework, the system creates them.
    public init(
        userInterfaceStyle: UIUserInterfaceStyle = .light, preferredContentSizeCategory: UIContentSizeCategory = .large
    ) {
        self.userInterfaceStyle = userInterfaceStyle
        self.preferredContentSizeCategory = preferredContentSizeCategory
    }
}

@MainActor open class UIView {
    public var bounds = CGRect.zero
    /// Tests set this property. In the framework it can only be read.
    public var safeAreaInsets = UIEdgeInsets()

    public init() {}
}

@MainActor open class UIViewController {
    /// Tests set this property. In the framework it can only be read, and is nil until the view is loaded.
    public var viewIfLoaded: UIView?
    /// Tests set this property. In the framework it can only be read.
    public var traitCollection = UITraitCollection()

    public init() {}

    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func didReceiveMemoryWarning() {}
}

@MainActor open class MSMessagesAppViewController: UIViewController {
    public var activeConversation: MSConversation?
    public var presentationStyle = MSMessagesAppPresentationStyle.compact
    public var presentationContext = MSMessagesAppPresentationContext.messages

    open func requestPresentationStyle(_ presentationStyle: MSMessagesAppPresentationStyle) {}
    open func dismiss() {}

    open func willBecomeActive(with conversation: MSConversation) {}
    open func didBecomeActive(with conversation: MSConversation) {}
    open func willResignActive(with conversation: MSConversation) {}
    open func didResignActive(with conversation: MSConversation) {}
    open func willSelect(_ message: MSMessage, conversation: MSConversation) {}
    open func didSelect(_ message: MSMessage, conversation: MSConversation) {}
    open func didReceive(_ message: MSMessage, conversation: MSConversation) {}
    open func didStartSending(_ message: MSMessage, conversation: MSConversation) {}
    open func didCancelSending(_ message: MSMessage, conversation: MSConversation) {}
    open func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {}
    open func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {}
    open func contentSizeThatFits(_ size: CGSize) -> CGSize { size }
}

/// A picture, with only the parts that the adapter needs.
public final class UIImage: NSObject {
    public let data: Data

    public init?(data: Data) {
        self.data = data
    }
}
