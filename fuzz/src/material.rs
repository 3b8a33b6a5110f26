//! The reader of materials.

use adli_chess::{MAX_MEN, Man, Material};

/// Any text is read or refused with a message. What is accepted is written and read as the same again, counts
/// its men right, and is one of the materials there are, after at most one exchange of the colours.
pub fn material(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let material: Material = match text.parse() {
        Ok(material) => material,
        Err(error) => {
            let error: adli_chess::NotAMaterial = error;
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(material.to_string().parse(), Ok(material), "{text:?}");
    assert_eq!(material.men(), 2 + material.iter().count(), "{text:?}");
    assert!(material.men() <= MAX_MEN, "{text:?}");
    assert_eq!(material.flipped().flipped(), material, "{text:?}");
    assert_eq!(material.is_symmetric(), material == material.flipped(), "{text:?}");
    let canonical = material.canonical();
    assert!(canonical == material || canonical == material.flipped(), "{text:?}");
    assert_eq!(material.flipped().canonical(), canonical, "{text:?}");
    assert!(Material::all(material.men()).contains(&canonical), "{text:?}");
    for man in material.iter() {
        let fewer: Option<Material> = material.without(man);
        let back = fewer.and_then(|fewer| fewer.with(man));
        assert_eq!(back, Some(material), "{text:?}");
        let other = Man { colour: !man.colour, ..man };
        assert_eq!(material.count(man), material.flipped().count(other), "{text:?}");
    }
}
