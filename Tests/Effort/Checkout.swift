import Foundation

/// The folder of the checkout that is tested: the closest folder above this file that contains the manifest.
public let checkout: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
    {
        folder.deleteLastPathComponent()
    }
    return folder
}()
