import { limits } from './limits.ts'

/**
 * Bounds of what the readers of imported files do, which no honest file reaches. They are counted: the same file ends in
 * the same way on every machine.
 */
export const readerLimits = {
  /** Characters of a file's title that are passed on, of which decks keep fewer. */
  title: limits.deck.title * 5,
  /** HTML of all slides before they are sanitized, in characters: of more than half of it no deck is made. */
  html: limits.deck.bytes * 2,
  /**
   * A page of a PDF that is read as blocks: its objects and characters, beyond which it becomes a picture; its pictures, and
   * their pixels together, beyond which they stay in the drawing of what is no block.
   */
  pdf: { objects: 6_000, characters: 20_000, pictures: 200, pixels: limits.media.pixels },
  presentation: {
    /** One part's XML: elements, their depth, attributes of one, and bytes. Slides with large tables have many elements. */
    ...{ nodes: 400_000, depth: 200, attributes: 100, partBytes: 60_000_000 },
    /** Characters of an attribute that are read, and of the path or address of a relation; those with more are left out. */
    ...{ attribute: 4_000, target: 2_000 },
    /**
     * Steps of one slide: for each shape, cell, formula and command of a path, and for each element of a chart or diagram,
     * since many frames may show the same one. A step takes about a microsecond.
     */
    ...{ steps: 3_000_000, shapeSteps: 100 },
    /** Characters of the blocks of one slide, before they are joined: more than slides may have. */
    characters: limits.slide.bytes * 2,
    /** Slides that are left empty since they have too much in them; with more the file is refused. */
    largeSlides: 5,
    /** Paths of one shape that have a size of their own: its formulas are calculated for each. */
    pathSizes: 100,
    /** Color stops of a gradient and modifiers of a color that are read. */
    ...{ stops: 100, modifiers: 20 },
    /** Paragraphs that appear by a step of their own on one slide, and the last one of a text. */
    ...{ paragraphSteps: 20_000, lastParagraph: 10_000 },
    /** Levels of a chart's categories. */
    categoryLevels: 10,
  },
} as const
