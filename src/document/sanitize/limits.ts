import { limits } from '../../rules/limits.ts'

/** What one call may take in and give out. Sizes in bytes of UTF-8. */
export interface SanitiseLimits {
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
export const slideLimits: SanitiseLimits = {
  bytes: limits.slide.bytes,
  nodes: limits.slide.nodes,
  slides: limits.deck.slides,
  dataUrl: 200_000,
}

/**
 * A whole deck that is brought in. Its data: pictures may be as large as an upload, because they become media
 * before the slides are stored; each slide is held to the limits of a slide then.
 */
export const importLimits: SanitiseLimits = {
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
  /** Elements drawn when every `use` is replaced by what it stands for. */
  drawn: 100_000,
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
