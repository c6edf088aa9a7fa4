extension Post {
    /// The checks of `insert`: the presentation context (11), then validity (8).
    func check(context: PresentationContext, profile: HostProfile) throws(MessageError) {
        try context.check(self)
        if let url = message?.url { try MessageURL.check(url, limit: profile.urlLimit) }
    }

    /// The checks of `send`, in the order in which the first failure is reported: the presentation context (11),
    /// validity (8), visible (10), touch (9).
    ///
    /// Under ``HostProfile/SendWithoutTouch/stage`` a missing touch is no failure; the caller stages then.
    package func checkSend(
        context: PresentationContext, isVisible: Bool, hasTouch: Bool, profile: HostProfile
    ) throws(MessageError) {
        try check(context: context, profile: profile)
        guard isVisible else { throw .notVisible }
        guard hasTouch || profile.sendWithoutTouch == .stage else { throw .withoutTouch }
    }
}
