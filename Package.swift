// swift-tools-version: 6.2
import PackageDescription

// The floors of the house: a target imports only targets that stand above it in this list.
let strictSwift: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
let crypto = Package.Dependency.package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")

let package = Package(
    name: "parlor",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Parlor", targets: ["Parlor"]),
        .library(name: "Storage", targets: ["Storage"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "Conformance", targets: ["Conformance"]),
        .library(name: "Hosting", targets: ["Hosting"]),
        .library(name: "StorageLaws", targets: ["StorageLaws"]),
        .executable(name: "parlor", targets: ["ParlorCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        crypto,
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLua", path: "Sources/Core/CLua", pkgConfig: "lua5.4",
            providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
        .systemLibrary(
            name: "CEditLine", path: "Sources/Tools/CEditLine", pkgConfig: "libedit",
            providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
        .systemLibrary(
            name: "CPNG", path: "Sources/Tools/CPNG", pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .target(name: "CTerminal", path: "Sources/Tools/CTerminal", cSettings: strictC),
        .target(
            name: "CLuaBoundary", dependencies: ["CLua"], path: "Sources/Core/CLuaBoundary",
            cSettings: strictC + ["calls", "natives", "turns", "values"].map { .headerSearchPath($0) }),
        .target(name: "Values", path: "Sources/Core/Values", swiftSettings: strictSwift),
        .target(name: "Conversations", path: "Sources/Messages/Conversations", swiftSettings: strictSwift),
        .target(
            name: "LuaRuntime",
            dependencies: ["Values", "CLuaBoundary"], path: "Sources/Core/LuaRuntime",
            swiftSettings: strictSwift),
        .target(name: "FileAccess", path: "Sources/Core/FileAccess", swiftSettings: strictSwift),
        .target(
            name: "Scenes", dependencies: ["FileAccess", "Values"], path: "Sources/Core/Scenes",
            swiftSettings: strictSwift),
        .target(
            name: "GameRules",
            dependencies: ["FileAccess", "LuaRuntime", "Values", .product(name: "Crypto", package: "swift-crypto")],
            path: "Sources/Core/GameRules",
            swiftSettings: strictSwift),
        .target(
            name: "MessageProtocol", dependencies: ["Values", .product(name: "Crypto", package: "swift-crypto")],
            path: "Sources/Messages/MessageProtocol",
            swiftSettings: strictSwift),
        .target(
            name: "MatchSessions",
            dependencies: [
                "GameRules", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Messages/MatchSessions",
            swiftSettings: strictSwift),
        .target(
            name: "GameApps",
            dependencies: [
                "MatchSessions", "FileAccess", "GameRules", "Conversations", "MessageProtocol", "Scenes", "LuaRuntime",
                "Values",
            ], path: "Sources/Messages/GameApps",
            swiftSettings: strictSwift),
        .target(
            name: "Storage",
            dependencies: [
                "GameApps", "MatchSessions", "Conversations", "MessageProtocol", "Values",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Sources/Messages/Storage",
            swiftSettings: strictSwift),
        .target(
            name: "Simulation",
            dependencies: [
                "Storage", "GameApps", "MatchSessions", "GameRules", "Conversations", "MessageProtocol", "Scenes",
                "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Messages/Simulation",
            swiftSettings: strictSwift),
        .target(
            name: "Conformance",
            dependencies: [
                "Hosting", "Simulation", "GameApps", "MatchSessions", "FileAccess", "GameRules", "Conversations",
                "MessageProtocol", "Scenes",
                "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Tools/Conformance",
            swiftSettings: strictSwift),
        .target(
            name: "Hosting",
            dependencies: [
                "MatchSessions", "GameRules", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Sources/Server/Hosting",
            swiftSettings: strictSwift),
        .target(
            name: "StorageLaws",
            dependencies: ["Hosting", "GameApps", "MatchSessions", "Conversations", "MessageProtocol", "Values"],
            path: "Sources/Tools/StorageLaws",
            swiftSettings: strictSwift),
        .target(
            name: "Parlor",
            dependencies: [
                "GameApps", "MatchSessions", "GameRules", "Conversations", "MessageProtocol", "Scenes", "LuaRuntime",
                "Values",
            ],
            swiftSettings: strictSwift),
        .target(
            name: "Measuring", dependencies: ["GameRules", "LuaRuntime", "Values"], path: "Sources/Tools/Measuring",
            swiftSettings: strictSwift),
        .executableTarget(
            name: "ParlorCommand",
            dependencies: [
                "Parlor", "Simulation", "Storage", "Conformance", "Measuring", "MessageProtocol", "Conversations",
                "CEditLine",
                "CPNG", "CTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Tools/ParlorCommand",
            swiftSettings: strictSwift),
        .target(name: "Effort", dependencies: ["Values"], path: "Tests/Effort", swiftSettings: strictSwift),
        .testTarget(
            name: "ValuesTests", dependencies: ["Effort", "Values"], path: "Tests/Core/ValuesTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "ConversationsTests", dependencies: ["Effort", "Conversations"],
            path: "Tests/Messages/ConversationsTests", swiftSettings: strictSwift),
        .testTarget(
            name: "LuaRuntimeTests", dependencies: ["Effort", "LuaRuntime", "CLuaBoundary", "Values"],
            path: "Tests/Core/LuaRuntimeTests",
            exclude: ["Differential", "Hostile", "StandIns"], swiftSettings: strictSwift),
        .testTarget(
            name: "ScenesTests", dependencies: ["Effort", "Scenes", "Values"], path: "Tests/Core/ScenesTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "GameRulesTests", dependencies: ["Effort", "GameRules", "LuaRuntime", "CLuaBoundary", "Values"],
            path: "Tests/Core/GameRulesTests",
            exclude: ["Oracles"], swiftSettings: strictSwift),
        .testTarget(
            name: "MessageProtocolTests",
            dependencies: ["Effort", "MessageProtocol", "Values", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/Messages/MessageProtocolTests",
            exclude: ["Oracles"], swiftSettings: strictSwift),
        .target(
            name: "RecordedHosts",
            dependencies: ["GameApps", "MatchSessions", "GameRules", "Conversations", "MessageProtocol", "Values"],
            path: "Tests/RecordedHosts", swiftSettings: strictSwift),
        .target(
            name: "MessagesTesting",
            dependencies: [
                "Effort", "Simulation", "GameApps", "MatchSessions", "GameRules", "Conversations", "MessageProtocol",
                "LuaRuntime", "Values",
            ], path: "Tests/Messages/MessagesTesting",
            swiftSettings: strictSwift),
        .testTarget(
            name: "MatchSessionsTests",
            dependencies: [
                "Effort", "MessagesTesting", "RecordedHosts", "Simulation", "Storage", "GameApps", "MatchSessions",
                "GameRules", "Conversations", "MessageProtocol", "LuaRuntime", "Values",
            ], path: "Tests/Messages/MatchSessionsTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "GameAppsTests",
            dependencies: [
                "Effort", "MessagesTesting", "RecordedHosts", "Simulation", "Storage", "GameApps", "MatchSessions",
                "GameRules", "Conversations", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
            ], path: "Tests/Messages/GameAppsTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "MessagesTesting", "StorageLaws", "Simulation", "Storage", "GameApps", "MatchSessions", "GameRules",
                "Conversations", "MessageProtocol", "Values", .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Tests/Messages/StorageTests",
            exclude: ["Earlier"], swiftSettings: strictSwift),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Effort", "MessagesTesting", "Simulation", "Storage", "GameApps", "MatchSessions", "GameRules",
                "Conversations", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Tests/Messages/SimulationTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "WorkTests",
            dependencies: [
                "Effort", "RecordedHosts", "ParlorCommand", "Parlor", "Hosting", "Simulation", "Storage", "GameApps",
                "MatchSessions",
                "GameRules", "Conversations", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Effort", "Conformance", "Hosting", "Simulation", "GameApps", "MatchSessions", "FileAccess",
                "GameRules", "Conversations",
                "MessageProtocol",
                "Scenes",
                "LuaRuntime", "Values",
            ], path: "Tests/Tools/ConformanceTests",
            exclude: ["Broken", "Unfair"], swiftSettings: strictSwift),
        .testTarget(
            name: "HostingTests",
            dependencies: [
                "Effort", "Hosting", "StorageLaws", "GameRules", "MessageProtocol", "Scenes", "LuaRuntime", "Values",
            ], path: "Tests/Server/HostingTests",
            swiftSettings: strictSwift),
        .testTarget(
            name: "MeasuringTests", dependencies: ["Effort", "Measuring", "GameRules", "LuaRuntime", "Values"],
            path: "Tests/Tools/MeasuringTests",
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
                "Effort", "ParlorCommand", "Parlor", "Simulation", "Storage", "Conformance", "Measuring",
                "MessageProtocol",
                "Conversations",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/Tools/ParlorCommandTests",
            swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6]
)

// `PARLOR_ALL=1` adds what only people who work on Parlor or host matches build: the server, the examples, the benchmarks.
// They share the scratch folder and the flags, so each module is compiled once. A package that embeds Parlor never sees them.
let part = Context.environment["PARLOR_PART"] ?? ""
if part.isEmpty, Context.environment["PARLOR_ALL"] == "1" {
    package.platforms = [.macOS(.v15), .iOS(.v17)]
    package.dependencies += [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ]
    package.products += [
        .executable(name: "parlor-server", targets: ["ParlorServer"]),
        .executable(name: "log-worker", targets: ["LogWorker"]),
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
    ]
    // `packageAccess: false`: these see the libraries as a stranger's package does.
    package.targets += [
        .systemLibrary(
            name: "CNats", path: "Sources/Server/CNats", pkgConfig: "libnats",
            providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
        .target(
            name: "JetStreamLog", dependencies: ["CNats", "Hosting"], path: "Sources/Server/JetStreamLog",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "LogWorker", dependencies: ["JetStreamLog", "Hosting"], path: "Sources/Server/LogWorker",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "ParlorServer",
            dependencies: [
                "JetStreamLog", "Hosting", "Parlor",
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
            path: "Sources/Server/ParlorServer", packageAccess: false, swiftSettings: strictSwift),
        .testTarget(
            name: "ParlorServerTests",
            dependencies: [
                "ParlorServer", "Hosting", "Parlor",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            path: "Tests/Server/ParlorServerTests", packageAccess: false, swiftSettings: strictSwift),
        .testTarget(
            name: "JetStreamLogTests", dependencies: ["JetStreamLog", "Hosting", "StorageLaws"],
            path: "Tests/Server/JetStreamLogTests", packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "BotMatch", dependencies: ["Parlor"], path: "Examples/Sources/BotMatch", packageAccess: false,
            swiftSettings: strictSwift),
        .executableTarget(
            name: "CardTable", dependencies: ["Hosting", "Parlor"], path: "Examples/Sources/CardTable",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "JSONStore", dependencies: ["StorageLaws", "Parlor"], path: "Examples/Sources/JSONStore",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "TwoPhones", dependencies: ["Parlor"], path: "Examples/Sources/TwoPhones", packageAccess: false,
            swiftSettings: strictSwift),
        // these two measure what is inside, so they see it
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Parlor", "Simulation", "Measuring", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Sources", swiftSettings: strictSwift),
        .testTarget(
            name: "BenchmarksTests", dependencies: ["Effort", "Benchmarks", "Measuring", "Parlor"],
            path: "Benchmarks/Tests",
            swiftSettings: strictSwift),
    ]
}

// `PARLOR_PART` leaves a part of the library, for builds that test nothing above it and needn't compile it: `runtime`, which needs
// no other package; `rules`, the runtime and the rules; `decoders`, a library of what libFuzzer calls (`make fuzz-decoders`).
let parts: [String: Set<String>] = [
    "runtime": ["Effort", "ValuesTests", "LuaRuntimeTests"],
    "rules": ["Effort", "FileAccess", "GameRules", "ValuesTests", "LuaRuntimeTests", "GameRulesTests"],
    "decoders": ["FileAccess", "GameRules", "MessageProtocol", "Scenes"],
]
if let kept = parts[part]?.union(["CLua", "CLuaBoundary", "Values", "LuaRuntime"]) {
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
    package.dependencies = part == "runtime" ? [] : [crypto]
}
if part == "decoders" {
    package.targets.append(
        .target(
            name: "DecoderFuzz", dependencies: ["GameRules", "MessageProtocol", "Scenes", "Values"],
            path: "Tests/DecoderFuzz", swiftSettings: strictSwift))
    package.products = [.library(name: "DecoderFuzz", type: .static, targets: ["DecoderFuzz"])]
}

// `PARLOR_TESTS=GameRulesTests,ValuesTests` leaves these tests: for builds that run nothing else.
let tests = Set((Context.environment["PARLOR_TESTS"] ?? "").split(separator: ",").map(String.init))
if !tests.isEmpty { package.targets.removeAll { $0.type == .test && !tests.contains($0.name) } }
