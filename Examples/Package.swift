// swift-tools-version: 6.2
import PackageDescription

// Shows how other packages embed Parlor. This package uses the folder above as the dependency. Other
// packages use `.package(url: "https://github.com/…/parlor", branch: "main")`.
let package = Package(
    name: "parlor-examples",
    platforms: [.macOS(.v14), .iOS(.v17)],
    dependencies: [.package(name: "parlor", path: "..")],
    targets: [
        .executableTarget(name: "BotMatch", dependencies: [.product(name: "Parlor", package: "parlor")]),
        .executableTarget(name: "TwoPhones", dependencies: [.product(name: "Parlor", package: "parlor")]),
        .executableTarget(
            name: "JSONStore",
            dependencies: [
                .product(name: "Parlor", package: "parlor"), .product(name: "StorageLaws", package: "parlor"),
            ]),
        .executableTarget(
            name: "CardTable",
            dependencies: [.product(name: "Parlor", package: "parlor"), .product(name: "Hosting", package: "parlor")]),
    ],
    swiftLanguageModes: [.v6]
)
