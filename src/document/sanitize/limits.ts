import { limits } from '../../rules/limits.ts'

/** Limits of one call. Sizes in bytes of UTF-8. */
export interface SanitizeLimits {
  /** Of source and result. */
  readonly bytes: number
  /** Elements and text nodes of the result. */
  readonly nodes: number
  /** Slides (sections without child sections). */
  readonly slides: number
  /** One data: picture. */
  readonly dataUrl: number
}

/** One slide, or any other fragment that is stored separately. */
export const slideLimits: SanitizeLimits = {
  bytes: limits.slide.bytes,
  nodes: limits.slide.nodes,
  slides: limits.deck.slides,
  dataUrl: 200_000,
}

/**
 * An imported deck. Its data: pictures may be as large as an upload, because they become media before the slides are
 * stored. Each slide is then held to slideLimits.
 */
export const importLimits: SanitizeLimits = {
  bytes: limits.deck.bytes,
  nodes: 600_000,
  slides: limits.deck.slides,
  dataUrl: limits.upload.imageKilobytes * 1000,
}

/** An uploaded SVG. */
export const svgLimits = {
  bytes: limits.upload.imageKilobytes * 1000,
  nodes: 50_000,
  depth: 100,
  /** Elements drawn after every reference (`use`, masks, patterns, markers) is expanded. */
  drawn: 100_000,
  /** Tiles of one pattern over the whole image. */
  patternCells: 1_000_000,
}

/**
 * Filters of an uploaded SVG. A browser draws each primitive over the filtered element's whole area, on the CPU. One
 * unit of `work` is about 10 ms: a primitive over a whole slide.
 */
export const svgFilterLimits = {
  /** Filter elements of a file; primitives of one filter. */
  filters: 50,
  primitives: 30,
  /** Work of all filters, each counted as often as it is drawn. Elements beyond it stay, without their filter. */
  work: 400,
  /** Filters of several primitives that read their neighborhood; see chainFactor. As measured in a headless Chromium. */
  chain: { free: 0.1, steepness: 4, most: 4 },
  octaves: 5,
  /** Rows and columns of a convolution. */
  order: 5,
  /** Standard deviation of a blur and radius of a morphology, as fractions of the viewBox's longer side. */
  deviation: 0.1,
  radius: 0.02,
}

/**
 * Shapes of an uploaded SVG, as measured in a headless Chromium with a picture as large as a slide. One unit of `work` is
 * about 10 ms.
 */
export const svgShapeLimits = {
  /** Work of all shapes, each counted as often as it is drawn: a million points, or 12,000 lines across the image. */
  work: 400,
  /** A vertex; a line as long as the image; a shape that covers it, with a color or with a gradient or pattern. */
  point: 0.000_35,
  edge: 0.02,
  /** Lines as long as the image in one shape at which each takes twice as long. */
  crowd: 20_000,
  area: 0.1,
  paintedArea: 0.4,
  /** Dashes of one line that browsers draw. */
  dashes: 1_000_000,
}

/** `filter` and `backdrop-filter` in styles. `work` as in svgFilterLimits, per slide; lengths in px. */
export const cssFilterLimits = {
  /** Functions of one value, and blurs among them. */
  functions: 12,
  blurs: 4,
  length: 100,
  work: 400,
  /** Shadows of one text-shadow or box-shadow. */
  shadows: 20,
}

/** A style sheet: custom CSS or compiled LESS. */
export const cssLimits = {
  bytes: 512_000,
  rules: 5_000,
  /** Characters of all selectors. */
  selectors: 64_000,
  /** Nesting of rules. */
  nesting: 5,
  /** Characters of one value, not counting data: URLs. */
  value: 10_000,
}

/**
 * Maximum depth of the parser's stack. Larger than the depth of a result, because dropped wrappers count too. Without a
 * bound, nested formatting elements make browsers (and us) build a tree far larger than the source.
 */
export const parseDepth = 256
/** Maximum ratio of tree size to source size before parsing stops. */
export const parseGrowth = 2
