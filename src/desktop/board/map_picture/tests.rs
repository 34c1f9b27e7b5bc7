//! Tests of pictures of maps.

use std::path::Path;

use content::{ContentFolder, SkirmishOverrides};

use super::*;

fn shipped(id: &str) -> Arc<SkirmishBundle> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[ContentFolder::from(assets)]);
    let bundle = content::bundle_skirmish(&loaded.content, id, &SkirmishOverrides::default());
    Arc::new(bundle.expect("a shipped skirmish"))
}

fn art() -> BoardAtlas {
    let mut world = World::new();
    world.insert_resource(PictureFiles::Embedded);
    world.init_resource::<Assets<Image>>();
    world.init_resource::<bevy_egui::EguiUserTextures>();
    BoardAtlas::from_world(&mut world)
}

#[test]
fn a_picture_shows_floors_walls_and_light() {
    let bundle = shipped("warehouse");
    let (art, palette) = (art(), Palette::by_name(PaletteName::Normal));
    let textures = board_textures(&PictureFiles::Embedded);
    assert!(textures.is_some());
    let draw = |flat| {
        let look = MapLook { palette, flat, max_square: 8 };
        draw_map(&bundle, &art, textures.as_ref(), &look)
    };
    let (lit, flat) = (draw(false), draw(true));
    let map = &bundle.skirmish.map;
    assert_eq!(lit.size[0] % usize::from(map.width), 0);
    assert_eq!(lit.size[0] / usize::from(map.width), lit.size[1] / usize::from(map.height));
    assert_ne!(lit.pixels, flat.pixels);
    // Neither blank nor of one colour in any part: the darkest and the brightest of each ninth differ.
    for part in 0..9 {
        let (width, height) = (lit.size[0] / 3, lit.size[1] / 3);
        let (left, top) = (part % 3 * width, part / 3 * height);
        let tones = (0..width * height)
            .map(|at| lit.pixels[(top + at / width) * lit.size[0] + left + at % width])
            .map(|pixel| u32::from(pixel.r()) + u32::from(pixel.g()) + u32::from(pixel.b()));
        let (least, most) =
            tones.fold((u32::MAX, 0), |(least, most), tone| (least.min(tone), most.max(tone)));
        assert!(most > least + 40, "part {part}: {least} to {most}");
    }
    // The same picture every time.
    assert_eq!(draw(false).pixels, lit.pixels);
}

#[test]
fn a_coarse_picture_shows_the_same_map_with_few_pixels() {
    let bundle = shipped("warehouse");
    let (art, palette) = (art(), Palette::by_name(PaletteName::Normal));
    let textures = board_textures(&PictureFiles::Embedded);
    let [coarse, fine] = PictureGrain::ALL.map(|grain| {
        let look = MapLook { palette, flat: true, max_square: grain.square(f32::from(MAX_SQUARE)) };
        draw_map(&bundle, &art, textures.as_ref(), &look)
    });
    let factor = fine.size[0] / coarse.size[0];
    assert_eq!(fine.size, coarse.size.map(|side| side * factor));
    assert!(factor >= 3, "{:?} and {:?}", coarse.size, fine.size);
}

#[test]
fn the_oldest_picture_of_a_grain_is_dropped_first() {
    let context = Context::default();
    let mut cache = MapPictureCache::default();
    let key = |content, grain: PictureGrain| PictureKey {
        content,
        palette: PaletteName::Normal,
        flat: false,
        grain,
        square: grain.square(20.0),
    };
    let mut keep = |content, grain| {
        let image = ColorImage::filled([1, 1], egui::Color32::WHITE);
        let texture = context.load_texture("map", image, TextureOptions::LINEAR);
        cache.keep(key(content, grain), texture);
        cache.kept.iter().map(|(known, _)| *known).collect::<Vec<_>>()
    };
    keep(0, PictureGrain::Fine);
    let last = MAX_KEPT as u64;
    let kept = (0..=last).map(|content| keep(content, PictureGrain::Coarse)).last();
    let kept = kept.expect("some were kept");
    assert_eq!(kept.len(), MAX_KEPT + 1);
    assert!(kept.contains(&key(0, PictureGrain::Fine)) && !kept.contains(&key(0, PictureGrain::Coarse)));
    assert!(kept.contains(&key(last, PictureGrain::Coarse)));
}

#[test]
fn a_fine_picture_has_as_many_pixels_as_are_shown() {
    let squares = [0.0, 6.0, 20.5, 26.0, 36.0, 90.0].map(|shown| PictureGrain::Fine.square(shown));
    assert_eq!(squares, [12, 12, 24, 30, 36, 36]);
    assert_eq!([1.0, 90.0].map(|shown| PictureGrain::Coarse.square(shown)), [MAX_COARSE_SQUARE; 2]);
}

#[test]
fn the_finest_picture_of_a_map_is_shown_until_a_finer_one_is_made() {
    let (context, mut cache) = (Context::default(), MapPictureCache::default());
    let key = |content, grain, square| {
        let palette = PaletteName::Normal;
        PictureKey { content, palette, flat: false, grain, square }
    };
    let mut keep = |key| {
        let image = ColorImage::filled([1, 1], egui::Color32::WHITE);
        let texture = context.load_texture("map", image, TextureOptions::LINEAR);
        let id = texture.id();
        cache.keep(key, texture);
        id
    };
    let [small, large] = [18, 30].map(|square| keep(key(1, PictureGrain::Fine, square)));
    keep(key(2, PictureGrain::Fine, 36));
    keep(key(3, PictureGrain::Coarse, 9));
    let finest = |content| cache.finest(&key(content, PictureGrain::Fine, 24));
    assert_eq!(finest(1), Some((30, large)));
    assert_ne!(small, large);
    assert_eq!(finest(3), None, "it has a coarse one only");
}

#[test]
fn a_coarse_picture_does_not_wait_for_the_fine_one_of_another_map() {
    let (palette, square) = (PaletteName::Normal, 9);
    let key = |grain| PictureKey { content: 0, palette, flat: false, grain, square };
    let [coarse, fine] = PictureGrain::ALL.map(key);
    let (mut cache, waker) = (MapPictureCache::default(), WindowWaker::default());
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let pixel = || ColorImage::filled([1, 1], egui::Color32::WHITE);
    cache.task(PictureGrain::Fine).request(fine, &waker, move || {
        // It is drawn until the test has seen the coarse one.
        _ = ended.recv();
        pixel()
    });
    cache.task(PictureGrain::Coarse).request(coarse, &waker, pixel);
    let start = std::time::Instant::now();
    while cache.coarse.get(&coarse).is_none() && start.elapsed().as_secs() < 20 {
        cache.poll();
        std::thread::yield_now();
    }
    assert!(cache.coarse.get(&coarse).is_some() && cache.fine.get(&fine).is_none());
    assert!(cache.is_working(), "the fine one of the map that is shown");
    drop(end);
}

#[test]
fn pictures_are_kept_by_what_they_show() {
    let mut cache = MapPictureCache::default();
    let one = shipped("warehouse");
    let mut copy = SkirmishBundle::clone(&one);
    copy.skirmish.options.fog_of_war = true;
    let hash = cache.hash(&one);
    assert_eq!(cache.hash(&Arc::new(copy.clone())), hash);
    copy.skirmish.map.barriers.pop();
    let changed = Arc::new(copy);
    assert_ne!(cache.hash(&changed), hash);
    assert_eq!((cache.hash(&one), cache.hashes.len()), (hash, 2));
}
