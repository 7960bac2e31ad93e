#[derive(Debug, Clone, Copy)]
pub struct EmbeddedStore {
    pub name: &'static str,
    pub values: &'static [(&'static str, &'static [u8])],
}

macro_rules! stores {
    ($($name:literal: [$($key:literal),* $(,)?]),* $(,)?) => {
        &[$(EmbeddedStore {
            name: $name,
            values: &[$((
                $key,
                include_bytes!(concat!("../../sample-data/lessons/", $name, "/", $key)),
            )),*],
        }),*]
    };
}

pub const STORES: &[EmbeddedStore] = stores! {
    "01-plain.zarr": ["numbers/c.0.0", "numbers/zarr.json", "zarr.json"],
    "02-chunks.zarr": [
        "heights/c.0.0", "heights/c.0.1", "heights/c.0.2", "heights/c.1.0", "heights/c.1.1", "heights/c.1.2",
        "heights/c.2.0", "heights/c.2.1", "heights/c.2.2", "heights/zarr.json", "zarr.json",
    ],
    "03-keys.zarr": [
        "default/c/0/0", "default/c/0/1", "default/c/1/0", "default/c/1/1", "default/zarr.json", "dots/c.0.0",
        "dots/c.0.1", "dots/c.1.0", "dots/c.1.1", "dots/zarr.json", "v2/0.0", "v2/0.1", "v2/1.0", "v2/1.1",
        "v2/zarr.json", "zarr.json",
    ],
    "04-missing.zarr": ["rain/c.0.0", "rain/c.1.0", "rain/c.1.1", "rain/zarr.json", "zarr.json"],
    "05-endian.zarr": ["big/c.0", "big/zarr.json", "little/c.0", "little/zarr.json", "zarr.json"],
    "06-transpose.zarr": ["table/c.0.0", "table/zarr.json", "zarr.json"],
    "07-scaled.zarr": ["depths/c.0.0", "depths/zarr.json", "zarr.json"],
    "08-cast.zarr": [
        "clamped/c.0", "clamped/zarr.json", "down/c.0", "down/zarr.json", "nearest/c.0", "nearest/zarr.json",
        "zarr.json",
    ],
    "09-packed.zarr": ["celsius/c.0.0", "celsius/zarr.json", "zarr.json"],
    "10-bits.zarr": [
        "bits_sorted/c.0.0", "bits_sorted/zarr.json", "bytes_sorted/c.0.0", "bytes_sorted/zarr.json",
        "plain/c.0.0", "plain/zarr.json", "zarr.json", "zstd/c.0.0", "zstd/zarr.json",
    ],
    "11-checksum.zarr": [
        "damaged/c.0.0", "damaged/c.1.0", "damaged/zarr.json", "sound/c.0.0", "sound/c.1.0",
        "sound/zarr.json", "zarr.json",
    ],
    "12-sharded.zarr": ["map/c.0.0", "map/zarr.json", "zarr.json"],
    "13-island.zarr": [
        "land/forest/c.0.0", "land/forest/zarr.json", "land/height/c.0.0", "land/height/zarr.json",
        "land/zarr.json", "sea/depth/c.0.0", "sea/depth/zarr.json", "sea/zarr.json", "zarr.json",
    ],
    "14-versions.zarr": [
        "new/c.0.0", "new/c.1.0", "new/zarr.json", "old/.zarray", "old/.zattrs", "old/0.0", "old/1.0",
        "zarr.json",
    ],
    "15-faults.zarr": [
        "rain/c.0.0", "rain/c.0.1", "rain/c.1.0", "rain/c.1.1", "rain/zarr.json", "snow/c.0.0", "snow/c.0.1",
        "snow/c.1.0", "snow/c.1.1", "snow/zarr.json", "sun/c.0.0", "sun/c.0.1", "sun/c.1.0", "sun/c.1.1",
        "sun/zarr.json", "wind/c.0.0", "wind/zarr.json", "zarr.json",
    ],
    "16-readings.zarr": ["readings/c.0.0", "readings/zarr.json", "zarr.json"],
    "17-everything.zarr": ["sea/c.0.0", "sea/c.1.0", "sea/zarr.json", "zarr.json"],
    "18-tide.zarr": ["tide/c.0.0", "tide/c.1.0", "tide/zarr.json", "zarr.json"],
    "19-weather.zarr": [
        "lat/c.0", "lat/zarr.json", "lon/c.0", "lon/zarr.json", "maps/c.0.0.0", "maps/c.1.0.0",
        "maps/c.2.0.0", "maps/c.3.0.0", "maps/c.4.0.0", "maps/c.5.0.0", "maps/c.6.0.0", "maps/c.7.0.0",
        "maps/zarr.json", "series/c.0.0.0", "series/c.0.0.1", "series/c.0.0.2", "series/c.0.1.0",
        "series/c.0.1.1", "series/c.0.1.2", "series/c.0.2.0", "series/c.0.2.1", "series/c.0.2.2",
        "series/zarr.json", "sharded/c.0.0.0", "sharded/zarr.json", "time/c.0", "time/zarr.json",
        "zarr.json",
    ],
};
