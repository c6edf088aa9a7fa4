import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ParlorServer

struct ClientAddressTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2::/64"), ("2001:db8:1:2::9", "20:1:d:b8:0:1:0:2::/64"),
        ("2001:db8:1:3::9", "20:1:d:b8:0:1:0:3::/64"),
    ])
    func aNetworkIsOneClient(_ address: String, _ text: String) throws {
        #expect(ClientAddress.text(try SocketAddress(ipAddress: address, port: 80)) == text)
    }

    /// Proxies write an address with the port of the connection, or without it.
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:5678", "192.0.2.7"), ("2001:db8:1:2::9", "2001:db8:1:2::9"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::9"), ("[2001:db8:1:2::9]:5678", "2001:db8:1:2::9"),
        ("::ffff:1.2.3.4", "::ffff:1.2.3.4"), ("[", "["), ("", ""), (":", ""), ("unix:", "unix"),
    ])
    func aPortIsLeftOut(_ said: String, _ address: String) {
        #expect(ClientAddress.withoutPort(said[...]) == address)
    }

    @Test func whatHasNoAddressIsOneClient() {
        #expect(ClientAddress.text(nil) == "unknown")
        #expect(ClientAddress.text(try? SocketAddress(unixDomainSocketPath: "/tmp/x")) == "unknown")
    }
}
