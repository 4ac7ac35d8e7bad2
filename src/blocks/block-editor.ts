import type { ComponentType } from 'react'
import type { Block, BlockId } from '../document/deck-model.ts'
import type { Drawing } from './image/drawing.ts'

/** An icon component; `size` in px. */
export type IconComponent = ComponentType<{ readonly size?: number | string; readonly 'aria-hidden'?: boolean }>

/** Common part of all controls in a block's panel: reads a value from a block and writes it. */
interface FieldOf<P, V> {
  readonly label: string
  read(block: Block<P>): V
  /** The changed block; the same object if nothing changes. */
  write(block: Block<P>, value: V): Block<P>
  /** Belongs to this block's content, not its style: "copy style" omits it. */
  readonly own?: boolean
  /** Shown only if true for the block; always if missing. */
  when?(block: Block<P>): boolean
  /** The declaration of the block's wrapper that it writes, if it writes one (block-style.ts). */
  readonly declaration?: string
}

/** One of a few values. A row of buttons if they have icons, else a menu. */
export interface ChoiceField<P> extends FieldOf<P, string> {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: IconComponent }[]
}

/** A number within bounds (inclusive). */
export interface NumberField<P> extends FieldOf<P, number> {
  readonly kind: 'number'
  readonly unit: '' | 'px' | '%' | '°'
  readonly min: number
  readonly max: number
  readonly step: number
}

/** A CSS color; '' is the theme's. */
export interface ColorField<P> extends FieldOf<P, string> {
  readonly kind: 'color'
  /** Label of the value '' if it does not mean the theme's color. */
  readonly none?: string
  /** Where the theme's color is visible, for the control's preview. */
  readonly shownAt?: ColorPlace
  /** Whether it may also be a gradient. */
  readonly gradients?: boolean
  /** What the contrast with the colors behind is shown for; missing: not shown. */
  readonly contrast?: 'text' | 'graphics'
}

/**
 * Where a block shows a color: a CSS property, and a path of selectors joined by ` > ` below the block's element (''
 * for the element itself). If a step matches nothing, the previous step's element counts.
 */
export interface ColorPlace {
  readonly part: string
  readonly property: string
}

/** A line of text; several with `multiline`. */
export interface TextField<P> extends FieldOf<P, string> {
  readonly kind: 'text'
  readonly maxLength: number
  readonly placeholder: string
  readonly multiline?: boolean
}

/** A validated line of text, such as a URL. Written on blur or Enter; until then an error is shown below the field. */
export interface CheckedField<P> extends FieldOf<P, string> {
  readonly kind: 'checked'
  readonly maxLength: number
  readonly placeholder: string
  /** Normalizes the value, or returns an error message. */
  check(text: string): { readonly value: string } | { readonly error: string }
  /** Whether the value can be chosen from the media library. */
  readonly library?: 'video'
  /** Suggestions while typing; the browser matches them. */
  readonly suggestions?: readonly string[]
  /** A short description of the value, shown below the field; '' for none. */
  description?(block: Block<P>): string
}

/** Link target: a URL or a slide of the deck (`#/2`); '' for none. */
export interface LinkField<P> extends FieldOf<P, string> {
  readonly kind: 'link'
}

/** A boolean. */
export interface ToggleField<P> extends FieldOf<P, boolean> {
  readonly kind: 'toggle'
}

/** The value of an image field: its URL and its natural size in px. */
export interface ImageFieldValue {
  readonly url: string
  readonly width: number
  readonly height: number
  /** The inline form of an SVG that is inserted as markup. */
  readonly drawing?: Drawing | null
}

/** An image file or URL; the panel handles the upload and the media library. */
export interface ImageField<P> extends FieldOf<P, ImageFieldValue> {
  readonly kind: 'image'
}

export type Field<P> =
  | ChoiceField<P>
  | NumberField<P>
  | ColorField<P>
  | TextField<P>
  | CheckedField<P>
  | LinkField<P>
  | ToggleField<P>
  | ImageField<P>

export interface FieldGroup<P> {
  readonly title: string
  readonly fields: readonly Field<P>[]
  /** Styles of text: "Reset text to theme" removes the declarations of its fields. */
  readonly isTypography?: true
}

/** In-place text editing of a block. */
export interface InPlaceText<P> {
  /** The text's HTML: paragraphs, headings, lists. */
  read(block: Block<P>): string
  write(block: Block<P>, html: string): Block<P>
  /** The element inside the rendered wrapper that contains exactly that HTML. */
  host(wrapper: HTMLElement): HTMLElement | null
  /** Placeholder of an empty text in the editor; '' or undefined for none. */
  placeholder?(block: Block<P>): string
  /** Accessible label of the text field; 'Text' by default. */
  readonly label?: string
  /**
   * Distance of the text from the edges of its box, in slide px: this area drags the box instead of placing the caret.
   */
  inset?(block: Block<P>): number
}

/** Overflow behavior: `grow`, the box grows with the text; `shrink`, the text is scaled down; `none`, it overflows. */
export type TextFit = 'grow' | 'shrink' | 'none'

/** Overflow setting of a block. */
export interface TextFitting<P> {
  read(block: Block<P>): TextFit
  /** `height`: the current height in slide px, which a box that had grown keeps. */
  write(block: Block<P>, fit: TextFit, height: number): Block<P>
}

/**
 * How in-place editing begins: caret at the end, everything selected, caret at a screen position, or a typed character.
 */
export type EditingEntry =
  | { readonly kind: 'end' }
  | { readonly kind: 'all' }
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'typed'; readonly text: string }

/** How a change during in-place editing appears in the undo history. */
export interface InPlaceChange {
  /** Label of the undo step. */
  readonly label: string
  /** Merges with the previous undo step if that is recent and of the same kind: typing. */
  readonly merges?: boolean
}

/** The editor's API for in-place editing of a block. */
export interface EditingPlace<P> {
  readonly entry: EditingEntry
  block(): Block<P>
  /** Its wrapper in the canvas document; null if the block was deleted. */
  wrapper(): HTMLElement | null
  /** Screen px per slide px. */
  scale(): number
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /**
   * Starts editing a text of the block and ends the previous one. All typing until the next call becomes one undo step.
   * Null ends text editing. False if the text is not on the slide.
   */
  typeInto(text: InPlaceText<P> | null, entry: EditingEntry): boolean
  /** Selects parts of the block (cells of a table), for its panel and its actions. */
  choose(part: unknown): void
  /** The selected parts. */
  part(): unknown
  undo(): void
  redo(): void
  /**
   * Sanitizes markup; null while the sanitizer is being loaded, which editing starts. Throws an Error with a message for
   * the user if it is too large.
   */
  sanitize(html: string): string | null
  /** Ends editing; the block stays selected. */
  leave(): void
}

/** A running in-place editing session. */
export interface BlockEditing {
  begin(): void
  /** Restores the focus, unless one of the block's texts has it. */
  focus?(): void
  /** Whether pointer events on this node belong to the session instead of the canvas. */
  owns(node: Node): boolean
  /** Whether text editing can continue with this state of the block; if not, it ends before the state is drawn. */
  keepsTyping?(): boolean
  /** Applies a change made by undo, a panel or another user; the block is already drawn. */
  refresh(): void
  destroy(): void
}

/** In-place editing in a module of its own, which the editor's first load leaves out. */
export interface EditingModule<P> {
  /** Starts a session; null until the module is loaded. */
  loaded(): ((place: EditingPlace<P>) => BlockEditing) | null
  load(): Promise<void>
}

/** A video of the media library; its size in px, null if unknown. */
export interface ChosenVideo {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly alt: string
}

/** Props of a popover next to the block, for content that cannot be typed on the slide itself. */
export interface PopoverProps<P> {
  readonly block: Block<P>
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /**
   * Sanitizes markup; returns it with a message for each removal. Rejects with a message for the user if it is
   * too large, or if the sanitizer cannot be loaded.
   */
  clean(html: string): Promise<{ readonly html: string; readonly removed: readonly string[] }>
  /** Opens the media library for a video; null: the instance has no videos. */
  readonly chooseVideo: (() => Promise<ChosenVideo | null>) | null
  /** Shows a toast. */
  showToast(message: string): void
  /** Returns the focus to the slide. */
  close(): void
}

/**
 * Adds what is not stored with a block to its rendered element: syntax colors, a typeset formula, a placeholder for a
 * page.
 */
export interface BlockDecorator {
  /** Whether everything needed for this element is loaded. */
  isReady(wrapper: HTMLElement): boolean
  load(wrapper: HTMLElement): Promise<void>
  /** Decorates the element synchronously. It may be outside the document. */
  decorate(wrapper: HTMLElement): void
}

/** Custom handles of a block: the ends of a line. All in slide px. */
export interface BlockHandles<P> {
  read(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
  /** The block with its handles moved, including its frame. */
  write(block: Block<P>, handles: readonly { readonly x: number; readonly y: number }[]): Block<P>
  /** The drawn path as the corners of a polyline, for hit testing. */
  path(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
}

/** The sides of a block whose midpoints are connector anchors. */
export type AnchorSide = 'top' | 'right' | 'bottom' | 'left'

/** The anchor of a line's end: it follows that side of the block. */
export interface Anchor {
  readonly block: string
  readonly side: AnchorSide
  /** Set if the block is rotated so that its top and bottom sides face left and right. */
  readonly turned?: true
}

/** The anchors of a block's first and last point; null: not connected. */
export interface BlockAnchors<P> {
  read(block: Block<P>): readonly [Anchor | null, Anchor | null]
  write(block: Block<P>, anchors: readonly [Anchor | null, Anchor | null]): Block<P>
}

/** A variant of the block in the insert menu: 'Rectangle', 'Arrow'. `props` override the defaults. */
export interface Variant {
  readonly label: string
  readonly icon: IconComponent
  readonly props: Readonly<Record<string, unknown>>
}

/** Where the theme's color can be read that is shown for ''. */
export interface ThemeColorProps {
  readonly themeOf?: { readonly block: BlockId; readonly place: ColorPlace }
}

/** The editor's color control, for a block's own panels; '' is the theme's color. */
export type ColorControl = ComponentType<ColorControlProps>

interface ColorControlProps extends ThemeColorProps {
  readonly label: string
  readonly value: string
  /** Label of the value '' if it does not mean the theme's color; null: it always has a color. */
  readonly none?: string | null
  readonly contrast?: 'text' | 'graphics'
  onChange(value: string, merges: boolean): void
}

/** Props of the panel for a part of a block. */
export interface PartPanelProps<P> {
  readonly block: Block<P>
  /** The selected parts, as set by the editing session. */
  readonly part: unknown
  readonly Color: ColorControl
  /** `part`: the selection afterward; unchanged if missing. */
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange & { readonly part?: unknown }): void
}

/** Props of custom panel controls. */
export interface CustomPanelProps<P> {
  readonly block: Block<P>
  readonly Color: ColorControl
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /** As in PopoverProps. */
  clean: PopoverProps<P>['clean']
  showToast: PopoverProps<P>['showToast']
  /** Starts the in-place editing of the block. */
  edit(): void
}

/**
 * The editor's part of a block type besides its block.ts: icon, panel and text editing. It is declarative: the editor's
 * panels render the fields, so a block needs no UI of its own.
 */
export interface BlockEditor<P> {
  /** Loads what a new block needs to be rendered; null if it is there. */
  load?(): Promise<void> | null
  readonly icon: IconComponent
  /** Entries of the menu under its insert button; a block with one variant has no menu. */
  readonly variants: readonly Variant[]
  readonly panel: readonly FieldGroup<P>[]
  /** Null: no text to edit. */
  readonly text: InPlaceText<P> | null
  /**
   * The font size of a block without one of its own, in slide px, as in its style sheet. Its text is scaled with the
   * slides. Missing: it has no text.
   */
  readonly usualSize?: number
  /** Its text has sizes of its own (a chart, a formula), which the check of slides does not measure. */
  readonly typesetsText?: true
  /** Missing: its text overflows. */
  readonly fitting?: TextFitting<P>
  /**
   * Applies what depends on layout, after drawing or loading fonts: the size of shrunk text, placeholders. Nothing of
   * it is stored. The element is in the document.
   */
  readonly settle?: (wrapper: HTMLElement, block: Block<P>) => void
  /** Other in-place editing: on the slide itself, or in a popover next to the block. */
  readonly editing?: EditingModule<P>
  /** Hides the handles while the block is edited, since its frame is then fixed. */
  readonly keepsFrame?: boolean
  /** Typing a letter on the selected block does not start editing, since it has no text. */
  readonly ignoresLetters?: boolean
  readonly popover?: ComponentType<PopoverProps<P>>
  /** The popover is a dialog and positions itself. */
  readonly isDialog?: boolean
  /** Text of a badge at the block's corner on the canvas, for blocks whose type is not visible. */
  readonly badge?: string
  /** Decorates the block's element on the canvas. */
  readonly decorator?: BlockDecorator
  /** Shown in a menu before insertion: the size of a table. `add` takes props that override the defaults. */
  readonly chooser?: ComponentType<{ add(props: Readonly<Record<string, unknown>>): void }>
  /** Controls for the selected parts of the block while it is edited. */
  readonly partPanel?: ComponentType<PartPanelProps<P>>
  /** Custom controls for one selected block, in a group of their own. Null: none for this block. */
  readonly customPanel?: (
    block: Block<P>,
  ) => { readonly title: string; readonly Panel: ComponentType<CustomPanelProps<P>> } | null
  /** Whether a new block is edited at once. */
  readonly startsTyping: boolean
  /** Describes the block's own steps after it has appeared. Each counts as a step of the slide. */
  readonly innerSteps?: (block: Block<P>) => readonly string[]
  /** Common controls that do not apply to this block, or that it replaces by its own. */
  readonly without?: readonly ('border' | 'radius' | 'shadow')[]
  /** Drawn as a shape without a box: shadows follow the shape. */
  readonly isDrawing?: boolean
  /** Its own fields stand above those of its text: a shape is colored more often than its text. */
  readonly beginsWithPanel?: boolean
  /** The dialog that a click on the empty block opens. Null if it is not empty. */
  readonly dialogWhenEmpty?: (block: Block<P>) => 'insert-image' | null
  /** Null: positioned and sized by its frame. */
  readonly handles: BlockHandles<P> | null
  /** Its ends can be connected to other blocks. */
  readonly anchors?: BlockAnchors<P>
}

/** Whether a block has in-place editing of any kind, started by double click or Enter. */
export function isEditedInPlace(editor: BlockEditor<unknown> | null): boolean {
  return editor !== null && (editor.text !== null || editor.editing !== undefined || editor.popover !== undefined)
}

/** Whether only the block's text is edited in place: then the editing session accepts changes by others. */
export function isEditedAsText(editor: BlockEditor<unknown> | null): boolean {
  return editor !== null && editor.text !== null && !editor.editing && !editor.popover
}
