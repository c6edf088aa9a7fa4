import Testing
import Values

@testable import Scenes

/// Files that are accepted as pictures, and files that are refused before anybody decodes them.
@Suite struct ImageFileTests {
    private func problem(_ bytes: [UInt8]) -> ImageProblem? {
        do throws(ImageProblem) {
            _ = try ImageFile(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func isDamaged(_ bytes: [UInt8]) -> Bool {
        if case .damaged = problem(bytes) { true } else { false }
    }

    @Test func readsTheSizeOfAPNG() throws {
        let file = try ImageFile(SamplePNG(width: 7, height: 3).bytes)
        #expect(file.format == .png && file.width == 7 && file.height == 3)
        #expect(PNGStructure.checksum(Array("IEND".utf8)[...]) == 0xae42_6082, "every PNG ends with it")
    }

    @Test func whatIsCutOffOrChangedIsDamaged() throws {
        let whole = SamplePNG().bytes
        #expect(problem(whole) == nil)
        for count in PNGStructure.signature.count..<whole.count {
            #expect(isDamaged(Array(whole.prefix(count))), "\(count) bytes")
        }
        for place in PNGStructure.signature.count..<whole.count {
            var changed = whole
            changed[place] ^= 0x10
            #expect(problem(changed) != nil, "byte \(place)")
        }
    }

    @Test func aHeaderThatLiesIsRefused() {
        #expect(isDamaged(SamplePNG(width: 0).bytes) && isDamaged(SamplePNG(height: 0).bytes))
        #expect(isDamaged(SamplePNG(depth: 3).bytes) && isDamaged(SamplePNG(colour: 5).bytes))
        #expect(isDamaged(SamplePNG(width: 2000, height: 2000, rows: [1, 2, 3]).bytes), "there is nothing of that")
        #expect(
            problem(SamplePNG(width: 100_000, rows: [0]).bytes) == .tooManyPixels(width: 100_000, height: 2))
        #expect(
            problem(SamplePNG(width: 4000, height: 4000, rows: [0]).bytes) == .tooManyPixels(width: 4000, height: 4000))
        #expect(problem(SamplePNG(width: 0x7fff_ffff, height: 0x7fff_ffff, rows: []).bytes) != nil)
        let noPicture = PNGStructure.signature + SamplePNG().bytes[8..<33] + SamplePNG.chunk("IEND", [])
        #expect(isDamaged(noPicture))
        #expect(isDamaged(PNGStructure.signature + SamplePNG.chunk("IDAT", [1]) + SamplePNG.chunk("IEND", [])))
    }

    /// Returns a JPEG whose segments state 5 by 3 pixels.
    private func jpeg(marker: UInt8 = 0xc0, height: UInt8 = 3, end: [UInt8] = [0xff, 0xd9]) -> [UInt8] {
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]
            + [0xff, marker, 0, 11, 8, 0, height, 0, 5, 1, 1, 0x11, 0]
            + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34] + end
    }

    @Test func readsTheSizeOfAJPEG() throws {
        let file = try ImageFile(jpeg())
        #expect(file.format == .jpeg && file.width == 5 && file.height == 3)
        #expect(try ImageFile(jpeg(marker: 0xc2)).width == 5)
        #expect(isDamaged(jpeg(marker: 0xc3)) && isDamaged(jpeg(marker: 0xd9)) && isDamaged(jpeg(height: 0)))
        #expect(isDamaged(jpeg(end: [])))
        for count in 3..<jpeg().count { #expect(isDamaged(Array(jpeg().prefix(count))), "\(count) bytes") }
    }

    // MARK: The parts of a file that are the picture

    /// Returns the sample with chunks between its header and its pixels, chunks between its pixels and its end, and
    /// bytes after its end.
    private func png(_ before: [UInt8] = [], _ after: [UInt8] = [], behind: [UInt8] = []) -> [UInt8] {
        let whole = SamplePNG().bytes
        return Array(whole[..<33]) + before + Array(whole[33..<whole.count - 12]) + after + Array(whole.suffix(12))
            + behind
    }

    private static let secret = Array("at home".utf8)

    @Test(arguments: ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "iCCP", "acTL", "fcTL", "fdAT", "prVt", "pHYs", "gAMA"])
    func whatAPNGSaysBesideItsPixelsIsLeftOut(kind: String) throws {
        let chunk = SamplePNG.chunk(kind, Self.secret)
        for file in [png(chunk), png([], chunk), png(chunk + chunk), png(behind: chunk), png(behind: png())] {
            #expect(try ImageFile(file).bytes == SamplePNG().bytes)
        }
    }

    @Test func howAPNGLooksStays() throws {
        let looks = SamplePNG.chunk("gAMA", [0, 0, 1, 2]) + SamplePNG.chunk("tRNS", [1, 2, 3, 4, 5, 6])
        #expect(try ImageFile(png(looks)).bytes == png(looks))
        #expect(try ImageFile(png(looks + looks)).bytes == png(looks), "of two the first")
        #expect(try ImageFile(png([], looks)).bytes == png(), "not behind the pixels")
        let palette = SamplePNG.chunk("PLTE", [1, 2, 3])
        #expect(try ImageFile(png(palette)).bytes == png(palette))
        #expect(isDamaged(png(palette + palette)) && isDamaged(png([], palette)))
        #expect(isDamaged(png(SamplePNG.chunk("PLTE", Self.secret))))
    }

    @Test func aSecondHeaderOrAnUnknownPartIsRefused() {
        let header = Array(SamplePNG().bytes[8..<33])
        #expect(problem(png(header)) == .damaged("it has a second header"))
        #expect(problem(png([], header)) == .damaged("it has a second header"))
        #expect(problem(png(SamplePNG.chunk("XTRA", []))) == .damaged("it has a part that viewers don't know"))
        let full = Array(SamplePNG().bytes.dropLast(12)) + SamplePNG.chunk("IEND", Self.secret)
        #expect(problem(full) == .damaged("there is something in its end"))
    }

    /// Returns the sample with segments before its header, and segments after its pixels.
    private func jpeg(_ before: [UInt8], _ after: [UInt8] = [], behind: [UInt8] = []) -> [UInt8] {
        let whole = jpeg()
        return Array(whole[..<8]) + before + Array(whole[8..<whole.count - 2]) + after + [0xff, 0xd9] + behind
    }

    /// The sample without the segments that don't affect its pixels.
    private var bareJPEG: [UInt8] { [0xff, 0xd8] + Array(jpeg()[8...]) }

    @Test func whatAJPEGSaysBesideItsPixelsIsLeftOut() throws {
        for marker: UInt8 in [0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xef, 0xfe, 0xf0] {
            let segment: [UInt8] = [0xff, marker, 0, 9] + Self.secret
            for file in [
                jpeg(segment), jpeg([], segment), jpeg(segment + [0xff] + segment, segment), jpeg([], behind: segment),
                jpeg([], behind: jpeg()),
            ] {
                #expect(try ImageFile(file).bytes == bareJPEG, "\(marker)")
            }
        }
    }

    @Test func howAJPEGLooksStays() throws {
        let jfif: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72]
        let plain: [UInt8] = [0xff, 0xe0, 0, 16] + jfif + [0, 0]
        let withPicture: [UInt8] = [0xff, 0xe0, 0, 19] + jfif + [1, 1, 7, 7, 7]
        let adobe: [UInt8] = [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
        let tables: [UInt8] = [0xff, 0xdb, 0, 3, 9, 0xff, 0xc4, 0, 3, 9, 0xff, 0xdd, 0, 4, 0, 1]
        let bare: [UInt8] = [0xff, 0xd8] + plain + adobe + tables + Array(bareJPEG.dropFirst(2))
        #expect(try ImageFile(jpeg(withPicture + adobe + tables)).bytes == bare)
        #expect(try ImageFile(bare).bytes == bare)
        // several scans, pixels that look like markers, and restart markers within a scan
        let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0x00, 0xd9, 0xff, 0xd3, 0x12]
        let scans: [UInt8] = Array(bareJPEG.dropLast(2)) + tables + scan + [0xff, 0xd9]
        #expect(try ImageFile(scans).bytes == scans)
    }

    @Test func aJPEGWithinAJPEGIsRefused() {
        #expect(problem(jpeg(jpeg())) == .damaged("it has a second header"))
        #expect(problem(jpeg([], jpeg())) == .damaged("it has a second header"))
        let header = Array(jpeg()[8..<21])
        #expect(problem(jpeg(header)) == .damaged("it has a second header"))
        #expect(problem(jpeg([], header)) == .damaged("it has a second header"))
    }

    /// Bytes of strangers, similar to valid pictures: an accepted file is within the limits, and nothing traps.
    @Test func changedBytesAreTakenOrRefused() throws {
        var random = SplitMix64(seed: 1)
        var taken = 0
        for round in 0..<20_000 {
            var bytes = round.isMultiple(of: 2) ? jpeg() : SamplePNG().bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 3..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert([0, 0xff, 0x7f].randomElement(using: &random) ?? 0, at: place)
                default: bytes.removeLast(min(bytes.count - 4, Int.random(in: 0..<8, using: &random)))
                }
            }
            // an attacker who changes the header also corrects its checksum
            if !round.isMultiple(of: 2), bytes.count > 33 {
                let sum = PNGStructure.checksum(bytes[12..<29])
                for index in 0..<4 { bytes[29 + index] = UInt8(sum >> (24 - 8 * index) & 0xff) }
            }
            guard let file = try? ImageFile(bytes) else { continue }
            taken += 1
            #expect(file.width > 0 && file.height > 0 && file.width * file.height <= ImageFile.mostPixels)
            #expect(file.bytes.count <= bytes.count)
            #expect((try? ImageFile(file.bytes))?.bytes == file.bytes, "what is kept is a picture, and all of it is")
        }
        #expect(taken > 100, "\(taken)")
    }

    @Test func otherKindsAreNamed() {
        #expect(problem(Array("GIF89a".utf8)) == .kind("a GIF"))
        #expect(problem(Array("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".utf8)) == .kind("an SVG"))
        #expect(problem(Array("RIFF....WEBPVP8 ".utf8)) == .kind("a WebP"))
        #expect(problem([]) == .kind("empty") && problem(Array("words".utf8)) == .kind(nil))
        #expect("\(ImageProblem.kind("an SVG"))" == "is an SVG; PNG and JPEG are shown")
        let large = SamplePNG().bytes + [UInt8](repeating: 0, count: ImageFile.mostBytes)
        #expect(problem(large) == .tooManyBytes(large.count, limit: ImageFile.mostBytes))
    }

    @Test func fewPixelsAreTheMeanOfMany() throws {
        // two columns, red above blue; the right half is clear
        let rgba: [UInt8] = [255, 0, 0, 255, 9, 9, 9, 0, 0, 0, 255, 255, 9, 9, 9, 0]
        let same = try #require(ImageRaster(rgba: rgba, width: 2, height: 2, columns: 9, rows: 9))
        #expect(same.width == 2 && same.height == 2 && same.pixels == [196, nil, 21, nil], "not made larger")
        let one = try #require(
            ImageRaster(rgba: Array(rgba[0..<4] + rgba[8..<12]), width: 1, height: 2, columns: 1, rows: 1))
        #expect(one.pixels == [ImageRaster.nearest(127, 0, 127)])
        #expect(ImageRaster(rgba: [1], width: 1, height: 1, columns: 1, rows: 1) == nil)
        #expect(ImageRaster.nearest(128, 128, 128) == 244 && ImageRaster.nearest(255, 255, 255) == 231)
        for (width, height) in [(1, 999), (999, 1), (3, 1000), (640, 480)] {
            let raster = try #require(
                ImageRaster(
                    rgba: [UInt8](repeating: 7, count: width * height * 4), width: width, height: height, columns: 40,
                    rows: 16))
            #expect(raster.width <= 40 && raster.height <= 16 && raster.pixels.count == raster.width * raster.height)
        }
    }
}
