import Conversations
import Testing

@Suite struct HostProfileTests {
    @Test func bundlesHoldEveryFlag() {
        #expect(
            HostProfile.documented.description == "selection_on_arrival=fixed own_send_echo=none "
                + "send_without_touch=error session_linking=by_session nil_summary=none insert_gate=off "
                + "select_order=inside_transition url_limit=5000 sanitise_received=on")
        #expect(
            HostProfile.modern.description == "selection_on_arrival=follow own_send_echo=bound "
                + "send_without_touch=stage session_linking=by_session nil_summary=none insert_gate=silent_drop "
                + "select_order=before_transition url_limit=5000 sanitise_received=on")
        #expect(HostProfile.bundles == ["documented": .documented, "modern": .modern])
        #expect(Lifecycle(game: "chess").profile == .modern)
    }

    @Test func flagsAreNamedAsInTheTable() {
        #expect(HostProfile.SelectionOnArrival.allCases.map(\.rawValue) == ["fixed", "follow"])
        #expect(HostProfile.OwnSendEcho.allCases.map(\.rawValue) == ["none", "bound"])
        #expect(HostProfile.SendWithoutTouch.allCases.map(\.rawValue) == ["error", "stage"])
        #expect(HostProfile.SessionLinking.allCases.map(\.rawValue) == ["by_session", "require_bound"])
        #expect(HostProfile.NilSummary.allCases.map(\.rawValue) == ["none", "default"])
        #expect(HostProfile.InsertGate.allCases.map(\.rawValue) == ["off", "silent_drop"])
        #expect(HostProfile.SelectOrder.allCases.map(\.rawValue) == ["before_transition", "inside_transition"])
    }
}
