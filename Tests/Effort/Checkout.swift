import Foundation

/// The folder of the checkout that is tested: the one above this file that has the manifest.
public let checkout: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
    {
        folder.deleteLastPathComponent()
    }
    return folder
}()
