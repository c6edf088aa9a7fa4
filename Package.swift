// swift-tools-version: 6.2
import PackageDescription

// The floors of the house: a target imports only targets that stand above it in this list.
let strictSwift: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

let package = Package(
    name: "parlor",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Parlor", targets: ["Parlor"]),
        .library(name: "Storage", targets: ["Storage"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "Conformance", targets: ["Conformance"]),
        .library(name: "Hosting", targets: ["Hosting"]),
        .library(name: "HostingLaws", targets: ["HostingLaws"]),
        .executable(name: "parlor", targets: ["ParlorCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
        .systemLibrary(
            name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
        .systemLibrary(
            name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .target(name: "CTerminal", cSettings: strictC),
        .target(name: "CLuaGuard", dependencies: ["CLua"], cSettings: strictC),
        .target(name: "Values", swiftSettings: strictSwift),
        .target(name: "Conversations", swiftSettings: strictSwift),
        .target(
            name: "LuaRuntime",
            dependencies: ["Values", "CLuaGuard", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strictSwift),
        .target(name: "Scenes", dependencies: ["Values"], swiftSettings: strictSwift),
        .target(
            name: "GameRules",
            dependencies: ["LuaRuntime", "Values", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strictSwift),
        .target(
            name: "MessageWire", dependencies: ["Values", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strictSwift),
        .target(
            name: "MessageHost",
            dependencies: [
                "GameRules", "Conversations", "MessageWire", "Scenes", "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strictSwift),
        .target(
            name: "Storage",
            dependencies: [
                "MessageHost", "Conversations", "MessageWire", "Values", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strictSwift),
        .target(
            name: "Simulation",
            dependencies: [
                "Storage", "MessageHost", "GameRules", "Conversations", "MessageWire", "Scenes", "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strictSwift),
        .target(
            name: "Conformance",
            dependencies: [
                "Simulation", "MessageHost", "GameRules", "Conversations", "MessageWire", "Scenes", "LuaRuntime",
                "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strictSwift),
        .target(
            name: "Hosting",
            dependencies: [
                "MessageHost", "GameRules", "MessageWire", "Scenes", "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strictSwift),
        .target(name: "HostingLaws", dependencies: ["Hosting"], swiftSettings: strictSwift),
        .target(
            name: "Parlor",
            dependencies: [
                "MessageHost", "GameRules", "Conversations", "MessageWire", "Scenes", "LuaRuntime", "Values",
            ],
            swiftSettings: strictSwift),
        .executableTarget(
            name: "ParlorCommand",
            dependencies: [
                "Parlor", "Simulation", "Storage", "Conformance", "MessageWire", "Conversations", "CEditLine",
                "CPNG", "CTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strictSwift),
        .target(name: "Effort", path: "Tests/Effort", swiftSettings: strictSwift),
        .testTarget(name: "ValuesTests", dependencies: ["Effort", "Values"], swiftSettings: strictSwift),
        .testTarget(name: "ConversationsTests", dependencies: ["Effort", "Conversations"], swiftSettings: strictSwift),
        .testTarget(
            name: "LuaRuntimeTests", dependencies: ["Effort", "LuaRuntime", "CLuaGuard", "Values"],
            exclude: ["Differential", "Hostile", "StandIns"], swiftSettings: strictSwift),
        .testTarget(name: "ScenesTests", dependencies: ["Effort", "Scenes", "Values"], swiftSettings: strictSwift),
        .testTarget(
            name: "GameRulesTests", dependencies: ["Effort", "GameRules", "LuaRuntime", "CLuaGuard", "Values"],
            exclude: ["Oracles"], swiftSettings: strictSwift),
        .testTarget(
            name: "MessageWireTests",
            dependencies: ["Effort", "MessageWire", "Values", .product(name: "Crypto", package: "swift-crypto")],
            exclude: ["Oracles"], swiftSettings: strictSwift),
        .testTarget(
            name: "MessageHostTests",
            dependencies: [
                "Effort", "Simulation", "Storage", "MessageHost", "GameRules", "Conversations", "MessageWire", "Scenes",
                "LuaRuntime", "Values",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Effort", "Conformance", "Simulation", "MessageHost", "GameRules", "Conversations", "MessageWire",
                "Scenes",
                "LuaRuntime", "Values",
            ],
            exclude: ["Broken"], swiftSettings: strictSwift),
        .testTarget(
            name: "HostingTests",
            dependencies: [
                "Effort", "Hosting", "HostingLaws", "GameRules", "MessageWire", "Scenes", "LuaRuntime", "Values",
            ],
            swiftSettings: strictSwift),
        .testTarget(name: "ParlorTests", dependencies: ["Effort", "Parlor"], swiftSettings: strictSwift),
        .target(name: "MessagesStubs", path: "Tests/MessagesStubs", swiftSettings: strictSwift),
        .testTarget(
            name: "EmbeddingTests",
            dependencies: ["Effort", "Parlor", "Storage", "Simulation", "Conformance", "Hosting", "MessagesStubs"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "ParlorCommandTests",
            dependencies: [
                "Effort", "ParlorCommand", "Parlor", "Simulation", "Storage", "Conformance", "MessageWire",
                "Conversations",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6]
)

// `PARLOR_PART=rules` leaves the runtime and the rules: for builds that test nothing above them, and needn't compile it.
if Context.environment["PARLOR_PART"] == "rules" {
    let part: Set = [
        "CLua", "CLuaGuard", "Values", "LuaRuntime", "GameRules", "Effort", "ValuesTests", "LuaRuntimeTests",
        "GameRulesTests",
    ]
    package.targets.removeAll { !part.contains($0.name) }
    package.products = []
}

// `PARLOR_PART=decoders` makes a library of what libFuzzer calls; see `make fuzz-decoders`.
if Context.environment["PARLOR_PART"] == "decoders" {
    let part: Set = ["CLua", "CLuaGuard", "Values", "LuaRuntime", "GameRules", "MessageWire", "Scenes"]
    package.targets.removeAll { !part.contains($0.name) }
    package.targets.append(
        .target(
            name: "DecoderFuzz", dependencies: ["GameRules", "MessageWire", "Scenes", "Values"],
            path: "Tests/DecoderFuzz", swiftSettings: strictSwift))
    package.products = [.library(name: "DecoderFuzz", type: .static, targets: ["DecoderFuzz"])]
}
