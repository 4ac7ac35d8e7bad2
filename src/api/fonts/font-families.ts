/** A font family with its variants, in the font service's notation. */
export interface FontFamily {
  readonly family: string
  readonly variants: readonly string[]
}

const upright = (weights: string) => weights.split(' ').map((weight) => (weight === '400' ? 'regular' : weight))
const both = (weights: string) =>
  upright(weights).flatMap((weight) => [weight, weight === 'regular' ? 'italic' : `${weight}italic`])

/** Families by variants; `*` marks weights that have an italic. */
const table: readonly (readonly [variants: string, families: string])[] = [
  ['400', 'Abril Fatface, Alfa Slab One, Anton, Bangers, Bebas Neue, Bungee, Fjalla One, Fredericka the Great'],
  ['400', 'Great Vibes, Indie Flower, Lobster, Monoton, Orelega One, Pacifico, Patrick Hand, Permanent Marker'],
  ['400', 'Press Start 2P, Righteous, Rock Salt, Russo One, Sacramento, Satisfy, Shadows Into Light, Special Elite'],
  ['400', 'Staatliches, Ultra, VT323'],
  ['400 700', 'Amatic SC, Asul, Cabin Sketch, Comfortaa, Courier Prime, Cousine, Gloria Hallelujah, News Cycle, Tinos'],
  ['400*', 'Gelasio, Instrument Serif, Libre Caslon Display'],
  ['400* 700*', 'Anonymous Pro, Arimo, Arvo, Cardo, Josefin Slab, Lora, Merriweather Sans, PT Sans, PT Serif'],
  ['400* 700*', 'Libre Baskerville, Noticia Text, Space Mono, Ubuntu Mono'],
  ['300 400 500 600 700', 'Oswald, Quicksand, Space Grotesk, Fira Code'],
  ['300* 400* 500* 600* 700*', 'Cormorant Garamond, IBM Plex Sans, IBM Plex Serif, IBM Plex Mono, Newsreader, Rubik'],
  ['300* 400* 600* 700* 900*', 'Source Sans 3, Source Serif 4, Titillium Web'],
  ['100* 300* 400* 700* 900*', 'Lato, Roboto'],
  ['100* 200* 300* 400* 500* 600* 700* 800* 900*', 'Inter, Montserrat, Poppins, Raleway, Work Sans, Barlow, Exo 2'],
  ['100* 200* 300* 400* 500* 600* 700* 800* 900*', 'Fira Sans, Kanit, Noto Sans, Noto Serif, Overpass, Public Sans'],
  ['300* 400* 500* 600* 700* 800*', 'Open Sans, Plus Jakarta Sans'],
  ['400* 500* 600* 700*', 'Cabin, Instrument Sans, Karla, Vollkorn'],
  ['400* 500* 600* 700* 800* 900*', 'Playfair Display, Zilla Slab'],
  ['300* 400* 700* 900*', 'Merriweather'],
  ['400* 700* 900*', 'Alegreya, Crimson Text'],
  ['200 300 400 500 600 700 800 900', 'Nunito Sans, Outfit, Sora'],
  ['400 500 600 700', 'Caveat, Dancing Script, DM Mono, Signika'],
]

function variantsOf(described: string): readonly string[] {
  return described.includes('*') ? both(described.replaceAll('*', '')) : upright(described)
}

/**
 * The suggested font families, by name. The list ships with the product, so that the editor works offline. Users can
 * enter any other family of the service.
 */
export const fontFamilies: readonly FontFamily[] = table
  .flatMap(([variants, families]) => families.split(', ').map((family) => ({ family, variants: variantsOf(variants) })))
  .sort((a, b) => (a.family < b.family ? -1 : 1))
