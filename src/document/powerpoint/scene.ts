/**
 * A drawn slide as a list of measured objects: what a browser painted where, in the terms that a presentation program
 * knows. The measuring script (player/measure) makes it, exporters of blocks refine it, and the writer turns it into
 * Open XML. All lengths are slide px, colors `#rrggbb` with an alpha from 0 to 1.
 */

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SceneColor {
  readonly hex: string
  readonly alpha: number
}

export interface SceneStop extends SceneColor {
  /** From 0 to 1. */
  readonly at: number
}

export interface SceneGradient {
  readonly kind: 'linear' | 'radial'
  /** Degrees as in CSS: 0 is upward, 90 to the right. */
  readonly angle: number
  readonly stops: readonly SceneStop[]
}

export type Paint = SceneColor | SceneGradient

export interface SceneLine {
  readonly color: SceneColor
  readonly width: number
  readonly dash: 'solid' | 'dashed' | 'dotted'
  readonly round?: boolean
}

export interface SceneShadow {
  readonly color: SceneColor
  readonly x: number
  readonly y: number
  readonly blur: number
}

/** What all objects have in common. */
export interface ItemBase {
  readonly rect: Rect
  /** The id of the block it belongs to; null: none. */
  readonly block: string | null
  /** Index in the slide's `fragments`; null: always there. */
  readonly fragment: number | null
  /** A URL, or `#/2/1` for a slide; null: none. */
  readonly link: string | null
  /** Name in the list of objects. */
  readonly name?: string
  /** Alternative text. */
  readonly alt?: string
  /** Degrees clockwise, about the center. */
  readonly rotation?: number
}

/** Preset geometries of the file format that equal ours. */
export type Preset = 'rect' | 'roundRect' | 'ellipse' | 'triangle' | 'rtTriangle' | 'diamond'

/** A filled or outlined form, with optional text. */
export interface FormItem extends ItemBase {
  readonly kind: 'form'
  readonly preset: Preset | null
  /** Corner radius, for `roundRect`. */
  readonly radius: number
  /** SVG path data in slide px; '' for a box, which its preset says enough of. */
  readonly path: string
  readonly fill: Paint | null
  readonly line: SceneLine | null
  readonly shadow: SceneShadow | null
  readonly text?: SceneText
}

export interface SceneRun {
  /** '\n' is a line break. */
  readonly text: string
  readonly font: string
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly caps: boolean
  readonly color: SceneColor
  /** Letter spacing. */
  readonly spacing: number
  /** Percent above (or below) the baseline. */
  readonly raised: number
  readonly highlight: SceneColor | null
  readonly link: string | null
  readonly language?: string
}

/** A line as the browser broke it. */
export interface TextLine {
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** The largest font size in it. */
  readonly size: number
  /** Width of its first word, with the space before it. */
  readonly first: number
  /** Whether the author ended it. */
  readonly isForced: boolean
}

export interface SceneBullet {
  /** A character, or a numbering of the file format (`arabicPeriod`). */
  readonly char: string | null
  readonly numbering: string | null
  /** Its number in the list. */
  readonly start: number
  readonly color: SceneColor
  /** Relative to the text. */
  readonly size: number
  /** Distance from the bullet's left edge to the text. */
  readonly indent: number
}

export interface SceneParagraph {
  readonly runs: readonly SceneRun[]
  readonly align: 'left' | 'center' | 'right' | 'justify'
  readonly rightToLeft: boolean
  /** Nesting in lists, from 0. */
  readonly level: number
  readonly bullet: SceneBullet | null
  readonly lines: readonly TextLine[]
  /** Distance of its baselines. */
  readonly pitch: number
  /** Edges of the box that its lines are in. */
  readonly left: number
  readonly right: number
  readonly isHeading: boolean
  /** Index in the slide's `fragments`, if it differs from its item's. */
  readonly fragment: number | null
}

export interface SceneText {
  readonly paragraphs: readonly SceneParagraph[]
  /** Lines are never broken by width: code. */
  readonly isCode?: boolean
  /** Smaller than on the slide, so that all of it is in its box. */
  readonly isShrunk?: boolean
}

export interface TextItem extends ItemBase {
  readonly kind: 'text'
  readonly text: SceneText
  /** Purpose in the footer. */
  readonly footer?: 'text' | 'date' | 'number'
}

/** Shares of a picture's width and height that are cut off at each side; negative: room around it. */
export interface SceneCrop {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface PictureLook {
  readonly radius: number
  readonly opacity: number
  readonly line: SceneLine | null
  readonly shadow: SceneShadow | null
}

export interface PictureItem extends ItemBase, PictureLook {
  readonly kind: 'picture'
  readonly src: string
  readonly crop: SceneCrop | null
  readonly flipX: boolean
  readonly flipY: boolean
}

/** An object without a native form: a picture of it. */
export interface RasterItem extends ItemBase {
  readonly kind: 'raster'
  /** Number of the picture to take. */
  readonly number: number
  /** Why it is a picture, in words for the author; '' for nothing to say. */
  readonly reason: string
}

export interface SceneCell {
  readonly rect: Rect
  readonly columns: number
  readonly rows: number
  readonly fill: SceneColor | null
  readonly text: SceneText
  readonly borders: Readonly<Record<'left' | 'right' | 'top' | 'bottom', SceneLine | null>>
  readonly anchor: 'top' | 'middle' | 'bottom'
}

export interface TableItem extends ItemBase {
  readonly kind: 'table'
  readonly columns: readonly number[]
  readonly rows: readonly number[]
  /** By row and column; null: covered by a merged cell. */
  readonly cells: readonly (readonly (SceneCell | null)[])[]
  readonly header: boolean
}

export interface MediaItem extends ItemBase {
  readonly kind: 'media'
  readonly media: 'video' | 'audio'
  /** A file of the deck, or a URL. */
  readonly src: string
  /** The URL of a picture to show before it plays; '' for the one that was taken. */
  readonly poster: string
  /** Number of the picture that was taken of it. */
  readonly number: number
}

export interface MathItem extends ItemBase {
  readonly kind: 'math'
  readonly latex: string
  /** MathML; '' if there is none. */
  readonly mathml: string
  readonly size: number
  readonly color: SceneColor
  /** Number of the picture that programs without formulas show. */
  readonly number: number
}

export interface ChartItem extends ItemBase {
  readonly kind: 'chart'
  readonly font: string
  readonly size: number
  readonly color: SceneColor
  /** Of each series, or slice. */
  readonly colors: readonly SceneColor[]
  /** The box that its axes span; null: it has none. */
  readonly plot: Rect | null
  /** The chart as a part of the file, and its sheet; added by the exporter of its block. */
  readonly data?: ChartData
}

/** A chart as numbers. */
export interface ChartData {
  readonly kind: 'column' | 'bar' | 'line' | 'pie' | 'scatter'
  readonly title: string
  readonly corner: string
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  readonly stacked: boolean
  readonly values: boolean
  readonly legend: boolean
  /** How it is drawn where that is the program's own way; null: by the defaults of charts made here. */
  readonly classic: ClassicChart | null
  /** The value axis; null: the program's own choice. */
  readonly scale: { readonly from: number; readonly to: number; readonly step: number } | null
}

/** The axes, the legend and the plot of a chart as office programs name them (blocks/chart/chart-look.ts). */
export interface ClassicChart {
  readonly legend: 'right' | 'left' | 'top' | 'bottom'
  readonly grid: 'none' | 'x' | 'y' | 'xy'
  readonly axes: 'none' | 'x' | 'y' | 'xy'
  readonly labels: 'none' | 'x' | 'y' | 'xy'
  readonly marks: 'none' | 'x' | 'y' | 'xy'
  readonly decimals: number
  readonly radar: boolean
  readonly range: readonly (number | null)[]
  readonly gap: number
  readonly overlap: number
  readonly angle: number
  readonly hole: number
  readonly lines: number
  readonly shares: boolean
  readonly percent: boolean
  readonly area: boolean
  readonly dots: boolean
  readonly smooth: boolean
  readonly joined: boolean
  readonly edges: boolean
  readonly turned: boolean
}

/** An end of a line. */
export interface ConnectorEnd {
  readonly head: 'none' | 'arrow' | 'triangle' | 'circle' | 'square' | 'diamond'
  /** The block it is tied to, and which of its sides: 0 top, 1 left, 2 bottom, 3 right, as in presets. */
  readonly tied: { readonly block: string; readonly site: number } | null
}

/** A line between two points, or along a path. */
export interface ConnectorItem extends ItemBase {
  readonly kind: 'connector'
  readonly form: 'straight' | 'elbow' | 'curve'
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  /** Whether it leaves its ends upward or downward. */
  readonly isDown: boolean
  /** SVG path data in slide px, where no preset has this way; '' for presets. */
  readonly path: string
  readonly line: SceneLine
  readonly start: ConnectorEnd
  readonly end: ConnectorEnd
}

export interface GroupItem extends ItemBase {
  readonly kind: 'group'
  readonly items: readonly SceneItem[]
}

export type SceneItem =
  | FormItem
  | TextItem
  | PictureItem
  | RasterItem
  | TableItem
  | MediaItem
  | MathItem
  | ChartItem
  | ConnectorItem
  | GroupItem

/** An element that appears in a step of its slide. */
export interface SceneFragment {
  /** From 0; those of a step appear together. */
  readonly step: number
  readonly style: string
  /** Ms from this step to the next; null: a click. */
  readonly delay: number | null
}

export interface SceneBackground {
  /** The ground as a color or gradient; null: the theme's. */
  readonly fill: Paint | null
  /** Number of the picture of a background that is more than that; null: none. */
  readonly number: number | null
}

export interface SceneSlide {
  /** The section's data-id. */
  readonly id: string
  readonly background: SceneBackground
  readonly items: readonly SceneItem[]
  readonly fragments: readonly SceneFragment[]
}

/** A picture to take of an element: where it is in the measured page, in px. */
export interface RasterRequest {
  readonly number: number
  readonly rect: Rect
}

export interface Scene {
  readonly width: number
  readonly height: number
  readonly slides: readonly SceneSlide[]
  readonly rasters: readonly RasterRequest[]
}
