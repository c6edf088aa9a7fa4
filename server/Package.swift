// swift-tools-version: 6.2
import PackageDescription

// The server is a package of its own: who only plays resolves and builds none of it.
let strictSwift: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "parlor-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "parlor-server", targets: ["ParlorServer"]),
        .library(name: "JetStreamLog", targets: ["JetStreamLog"]),
        .executable(name: "log-worker", targets: ["LogWorker"]),
    ],
    dependencies: [
        .package(name: "parlor", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
        .target(
            name: "JetStreamLog", dependencies: ["CNats", .product(name: "Hosting", package: "parlor")],
            swiftSettings: strictSwift),
        .executableTarget(
            name: "LogWorker", dependencies: ["JetStreamLog", .product(name: "Hosting", package: "parlor")],
            swiftSettings: strictSwift),
        .executableTarget(
            name: "ParlorServer",
            dependencies: [
                "JetStreamLog", .product(name: "Hosting", package: "parlor"),
                .product(name: "Parlor", package: "parlor"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "ParlorServerTests",
            dependencies: [
                "ParlorServer", .product(name: "Hosting", package: "parlor"),
                .product(name: "Parlor", package: "parlor"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "JetStreamLogTests",
            dependencies: [
                "JetStreamLog", .product(name: "Hosting", package: "parlor"),
                .product(name: "HostingLaws", package: "parlor"),
            ],
            swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6]
)
