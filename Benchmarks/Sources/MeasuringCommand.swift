import ArgumentParser
import Foundation
import Measuring
import Parlor

/// The results of a measurement, for people and for programs.
protocol Report {
    /// The results as tables in Markdown, which are readable on a terminal, too.
    var table: String { get }
    var value: Value { get }
}

/// A command that measures games and prints a report.
protocol MeasuringCommand: ParsableCommand {
    associatedtype Found: Report
    var options: GameOptions { get }
    /// Measures the games. This is called on a Lua thread.
    func report(in catalog: GameCatalog) throws -> Found
}

extension MeasuringCommand {
    func run() throws {
        let catalog = try GameCatalog(home: ParlorHome.find())
        defer { StatusLine.clear() }
        let report = try LuaThread.run { try self.report(in: catalog) }
        StatusLine.clear()
        print(options.json ? try report.value.json(pretty: true) : report.table)
        #if DEBUG
            FileHandle.standardError.write(Data("This is a debug build: its figures say nothing.\n".utf8))
        #endif
    }
}
