import Conversations
import Foundation
import Testing

@Suite struct AttachmentTests {
    @Test func takesAnyPlainFile() throws {
        let attachment = try Attachment(file: .bytes([1, 2], url: "file:///games/chess/notes.pgn"))
        #expect(attachment.filename == "notes.pgn")
        #expect(attachment.data == Data([1, 2]))
        #expect(!attachment.isImage)
        #expect(try Samples.picture().isImage)
        #expect(try Attachment(file: .bytes([], url: "folder/10:20.txt")).data.isEmpty)
    }

    @Test func namesTheFileWithoutFolders() throws {
        #expect(try Attachment(file: .bytes([1]), filename: "../../etc/passwd").filename == "passwd")
        #expect(try Attachment(file: .bytes([1]), filename: "game.pgn").filename == "game.pgn")
        #expect(try Attachment(file: .bytes([1]), filename: "/").filename == "king.png")
    }

    @Test(arguments: [
        (LocalFile.Contents.missing, 1), (.unreadable, 2), (.folder, 3), (.withoutAttributes, 2),
        (.tooLarge(bytes: 1 << 40), 2),
    ])
    func refusesFilesThatAreNone(contents: LocalFile.Contents, expected: Int) {
        #expect(code { _ = try Attachment(file: LocalFile(url: "a.pgn", contents: contents)) } == expected)
    }

    @Test(arguments: ["https://x/a.png", "data:,x", "", "a\0.png", "FTP:a"])
    func refusesWhatIsNotLocal(url: String) {
        #expect(code { _ = try Attachment(file: .bytes([1], url: url)) } == 4)
    }
}
