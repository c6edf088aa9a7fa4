// swift-tools-version: 6.2
import PackageDescription

// The server is a package of its own: who only plays resolves and builds none of it.
let strictSwift: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "parlor-server",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "JetStreamLog", targets: ["JetStreamLog"]),
        .executable(name: "log-worker", targets: ["LogWorker"]),
    ],
    dependencies: [
        .package(name: "parlor", path: "..")
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
