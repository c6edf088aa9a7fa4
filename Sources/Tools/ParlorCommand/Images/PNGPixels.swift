import CPNG
import Parlor

/// Decodes PNG by libpng, for pictures in a terminal.
///
/// The files come from strangers. ``ImageFile`` has checked them before, and their size is bounded
/// before memory is allocated. The interface of libpng used here never jumps out of a call. JPEG
/// isn't decoded, because a second decoder for strangers' files would be a risk. A JPEG picture is
/// shown as its label.
final class PNGPixels: ImageDecoder {
    static let shared = PNGPixels()

    /// The most pixels of a decoded picture. Each takes four bytes while it is drawn.
    static let mostPixels = 1 << 20

    func raster(of file: ImageFile, columns: Int, rows: Int) throws(ImageProblem) -> ImageRaster? {
        guard file.format == .png else { return nil }
        guard file.width * file.height <= Self.mostPixels else { return nil }
        guard let rgba = Self.decode(file) else { throw .damaged("it can't be unpacked") }
        return ImageRaster(rgba: rgba, width: file.width, height: file.height, columns: columns, rows: rows)
    }

    /// Returns four bytes for each pixel, or nil if the file contradicts its header.
    private static func decode(_ file: ImageFile) -> [UInt8]? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return file.bytes.withUnsafeBytes { bytes -> [UInt8]? in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0,
                Int(image.width) == file.width, Int(image.height) == file.height
            else { return nil }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
            var rgba = [UInt8](repeating: 0, count: file.width * file.height * 4)
            let isRead = rgba.withUnsafeMutableBytes {
                png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0
            }
            return isRead ? rgba : nil
        }
    }
}
