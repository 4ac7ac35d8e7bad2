import { limits } from '../../rules/limits.ts'

/** What one call may take in and give out. Sizes in bytes of UTF-8. */
export interface SanitizeLimits {
  /** Source and result. */
  readonly bytes: number
  /** Elements and text nodes of the whole result. */
  readonly nodes: number
  /** Slides (sections that hold no section). */
  readonly slides: number
  /** One data: picture. */
  readonly dataUrl: number
}

/** One slide, or any other fragment that is stored by itself. */
export const slideLimits: SanitizeLimits = {
  bytes: limits.slide.bytes,
  nodes: limits.slide.nodes,
  slides: limits.deck.slides,
  dataUrl: 200_000,
}

/**
 * A whole deck that is brought in. Its data: pictures may be as large as an upload, because they become media
 * before the slides are stored; each slide is held to the limits of a slide then.
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
  /** Elements drawn when every reference (`use`, masks, patterns, markers) is replaced by what it stands for. */
  drawn: 100_000,
  /** Tiles of one pattern over the whole drawing. */
  patternCells: 1_000_000,
}

/**
 * Filters of an uploaded SVG: a browser draws each primitive over the filtered element's whole area, on the processor.
 * `work` is counted in units of about 10 ms for a primitive over a whole slide.
 */
export const svgFilterLimits = {
  /** Filter elements of a file; primitives of one filter. */
  filters: 50,
  primitives: 30,
  /** Work of all filters, each as often as it is drawn. What is beyond it loses its filter and stays. */
  work: 400,
  octaves: 5,
  /** Rows and columns of a convolution. */
  order: 5,
  /** Deviation of a blur and radius of a morphology, as parts of the longer side of the viewBox. */
  deviation: 0.1,
  radius: 0.02,
}

/** `filter` and `backdrop-filter` in styles. `work` as in svgFilterLimits, for one slide; lengths in px. */
export const cssFilterLimits = {
  /** Functions of one value, and those that blur among them. */
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
  /** Characters of all selectors together. */
  selectors: 64_000,
  /** Rules inside rules. */
  nesting: 5,
  /** Characters of one value, data: URLs aside. */
  value: 10_000,
}

/**
 * How deep the parser's own stack may grow. It is larger than the depth of a result, because wrappers that are dropped
 * count here; without a bound, nested formatting elements make a browser (and us) build a tree far larger than the source.
 */
export const parseDepth = 256
/** How much larger than its source a parsed tree may be before parsing stops. */
export const parseGrowth = 2
