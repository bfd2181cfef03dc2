//! Pictures in pixels.

use crate::cli::trouble::Trouble;

/// Makes a picture of pixels from a document without texts.
#[cfg(feature = "png")]
pub(super) fn pixels(document: &str) -> Result<Vec<u8>, Trouble> {
    use resvg::{tiny_skia, usvg};

    /// Pixels for each unit of the document: a cell of 120 pixels is a centimetre on paper.
    const SCALE: f32 = 2.0;
    /// Pixels along a side at most.
    const MOST: f32 = 16_000.0;

    let fail = |what: &dyn std::fmt::Display| Trouble::file(format!("the picture cannot be made: {what}"));
    let tree = usvg::Tree::from_str(document, &usvg::Options::default()).map_err(|error| fail(&error))?;
    let size = tree.size();
    let scale = SCALE.min(MOST / size.width().max(size.height()));
    let side = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut pixels = tiny_skia::Pixmap::new(side(size.width()), side(size.height()))
        .ok_or_else(|| fail(&"it is too large"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| fail(&error))
}

/// There is nothing to make it with.
#[cfg(not(feature = "png"))]
pub(super) fn pixels(_document: &str) -> Result<Vec<u8>, Trouble> {
    possible().map(|()| Vec::new())
}

/// Says how to get a program that makes PNG if this one does not.
pub(super) fn possible() -> Result<(), Trouble> {
    let told = "this program was built without PNG; build it with `cargo install gridlog --features png`, or make SVG, \
                -o picture.svg";
    if cfg!(feature = "png") { Ok(()) } else { Err(Trouble::call(told)) }
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use resvg::tiny_skia::Pixmap;

    use super::pixels;

    /// Twice as large as the document; what is drawn is there, what is not is white, and again it is the same.
    #[test]
    fn a_document_becomes_its_pixels() {
        let document = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"6\" viewBox=\"0 0 10 6\">\n\
                        <rect x=\"0\" y=\"0\" width=\"10\" height=\"6\" fill=\"#ffffff\"/>\n\
                        <path d=\"M0 3H5\" stroke=\"#cc2222\" stroke-width=\"4\"/>\n</svg>\n";
        let bytes = pixels(document).expect("a picture");
        let picture = Pixmap::decode_png(&bytes).expect("a PNG");
        assert_eq!((picture.width(), picture.height()), (20, 12));
        let at = |x, y| picture.pixel(x, y).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        assert_eq!((at(4, 6), at(15, 6)), (Some((0xcc, 0x22, 0x22)), Some((255, 255, 255))));
        assert_eq!(bytes, pixels(document).expect("a picture"));
    }
}
