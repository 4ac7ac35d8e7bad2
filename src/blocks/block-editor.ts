import type { ComponentType } from 'react'
import type { Block } from '../document/types.ts'

/** An icon component; takes a size in px. */
export type IconComponent = ComponentType<{ readonly size?: number | string; readonly 'aria-hidden'?: boolean }>

/** What every control of a block's panel has: what it shows of a block, and the block after a change. */
interface FieldOf<P, V> {
  readonly label: string
  read(block: Block<P>): V
  /** The changed block; the very same object when nothing changes. */
  write(block: Block<P>, value: V): Block<P>
  /** Belongs to what this one block is and not to its look: copying the look onto others leaves it out. */
  readonly own?: boolean
  /** Shown only for blocks of which this is true; always when missing. */
  when?(block: Block<P>): boolean
}

/** One of a few values. With icons it is a row of buttons, else a menu. */
export interface ChoiceField<P> extends FieldOf<P, string> {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: IconComponent }[]
}

/** A number within bounds (both included). */
export interface NumberField<P> extends FieldOf<P, number> {
  readonly kind: 'number'
  readonly unit: '' | 'px' | '%' | '°'
  readonly min: number
  readonly max: number
  readonly step: number
}

/** A CSS color; '' is the theme's own. */
export interface ColorField<P> extends FieldOf<P, string> {
  readonly kind: 'color'
  /** What '' is called, where it is not the theme's color. */
  readonly none?: string
  /** Where the theme's color is seen, so that the control can show it. */
  readonly shownAt?: ColorPlace
}

/**
 * Where a block shows a color: a selector of steps joined by ` > ` below its element, '' for the element itself, and
 * the CSS property. Where the last step finds nothing, the color is seen at the one before.
 */
export interface ColorPlace {
  readonly part: string
  readonly property: string
}

/** A line of text; `multiline` for several. */
export interface TextField<P> extends FieldOf<P, string> {
  readonly kind: 'text'
  readonly maxLength: number
  readonly placeholder: string
  readonly multiline?: boolean
}

/**
 * A line of text that must be right before it is taken: an address. It is written when the field is left or Enter is
 * pressed; what is wrong with it is said below the field meanwhile.
 */
export interface CheckedField<P> extends FieldOf<P, string> {
  readonly kind: 'checked'
  readonly maxLength: number
  readonly placeholder: string
  /** The value to write, brought into its right form; or what is wrong, in words for the person. */
  check(text: string): { readonly value: string } | { readonly error: string }
  /** What is offered while something is typed; matching is the browser's. */
  readonly suggestions?: readonly string[]
  /** A few words below the field about what it holds now; '' for none. */
  says?(block: Block<P>): string
}

/** Where a click leads: a web address or a slide of the deck (`#/2`); '' is nowhere. */
export interface LinkField<P> extends FieldOf<P, string> {
  readonly kind: 'link'
}

/** Yes or no. */
export interface ToggleField<P> extends FieldOf<P, boolean> {
  readonly kind: 'toggle'
}

/** An image file or its address; the panel brings the upload. `write` gets its natural size in px too. */
export interface ImageField<P>
  extends FieldOf<P, { readonly url: string; readonly width: number; readonly height: number }> {
  readonly kind: 'image'
}

/** One control of a block's panel. */
export type Field<P> =
  | ChoiceField<P>
  | NumberField<P>
  | ColorField<P>
  | TextField<P>
  | CheckedField<P>
  | LinkField<P>
  | ToggleField<P>
  | ImageField<P>

/** A titled group of controls. */
export interface FieldGroup<P> {
  readonly title: string
  readonly fields: readonly Field<P>[]
}

/** How a block's text is typed into on the slide. */
export interface InPlaceText<P> {
  /** The text's HTML: paragraphs, headings, lists. */
  read(block: Block<P>): string
  write(block: Block<P>, html: string): Block<P>
  /** The element, inside the block's wrapper as rendered, that holds exactly that HTML. */
  host(wrapper: HTMLElement): HTMLElement | null
  /** What an empty text says in the editor, to tell what belongs there; '' (or nothing) when it says nothing. */
  placeholder?(block: Block<P>): string
  /** The type size of text without one of its own, in slide px. */
  readonly usualSize?: number
  /** What screen readers call it while it is typed in; 'Text' when missing. */
  readonly label?: string
  /** How far the text stays from the edges of its box, in slide px: there the box is taken hold of, not its text. */
  inset?(block: Block<P>): number
}

/**
 * What happens when text is larger than its box: `grow`, the box follows the text; `shrink`, the text is shown smaller;
 * `none`, it hangs out.
 */
export type TextFit = 'grow' | 'shrink' | 'none'

/** How a block holds its text. */
export interface TextFitting<P> {
  read(block: Block<P>): TextFit
  /** `height`: how high the block is shown now, in slide px; a box that grew keeps it. */
  write(block: Block<P>, fit: TextFit, height: number): Block<P>
}

/** How an editing in place began: the caret at the end, all selected, at a place on the screen, or with a typed character. */
export type EditingEntry =
  | { readonly kind: 'end' }
  | { readonly kind: 'all' }
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'typed'; readonly text: string }

/** A change of the block that is edited in place, and how undo sees it. */
export interface InPlaceChange {
  /** As the undo button names it. */
  readonly label: string
  /** Joins the change before it when that was of the same kind and came a moment ago: typing. */
  readonly merges?: boolean
}

/** What the editor does for a block that is edited in place, on the slide itself. */
export interface EditingPlace<P> {
  readonly entry: EditingEntry
  block(): Block<P>
  /** Its wrapper, in the canvas's own document; null when the block is gone. */
  wrapper(): HTMLElement | null
  /** Screen px per slide px. */
  scale(): number
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /**
   * Begins typing into a text of the block (the text before it ends): all that was typed there until the next call is
   * one undo step in the end. Null ends the typing. False when the text isn't on the slide.
   */
  typeInto(text: InPlaceText<P> | null, entry: EditingEntry): boolean
  /** What is chosen inside the block (cells of a table), for its panel and its verbs. */
  choose(part: unknown): void
  /** What is chosen at the moment. */
  part(): unknown
  undo(): void
  redo(): void
  /** Makes foreign markup safe. Throws an Error with words for the person when it is too much. */
  sanitize(html: string): string
  /** Ends the editing; the block stays selected. */
  leave(): void
}

/** A running editing in place. */
export interface BlockEditing {
  begin(): void
  /** Takes the keyboard back, where it isn't one of the block's texts that has it. */
  focus?(): void
  /** Whether a pointer on this node is the editing's own and not the canvas's. */
  owns(node: Node): boolean
  /** Whether the typing into one of its texts can go on in this state of the block; if not, it ends before that is drawn. */
  keepsTyping?(): boolean
  /** Takes over what undo, a panel or somebody else changed; the block is drawn already. */
  refresh(): void
  destroy(): void
}

/** What a small window beside the block, for what can't be typed on the slide itself, is given. */
export interface PopoverProps<P> {
  readonly block: Block<P>
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /**
   * Makes foreign markup safe: what is left of it, and what was taken out, each in a sentence for the person. Throws an
   * Error with words for them when it is too much.
   */
  clean(html: string): { readonly html: string; readonly removed: readonly string[] }
  /** Tells the person something that passes by. */
  tell(message: string): void
  /** The keyboard goes back to the slide. */
  close(): void
}

/** Adds to a drawn block what is not stored with it: colors of code, a typeset formula, a place for a page. */
export interface Dresser {
  /** Whether all that it needs for this block's element is loaded. */
  isReady(wrapper: HTMLElement): boolean
  /** Loads it. */
  load(wrapper: HTMLElement): Promise<void>
  /** Does it, at once. The element may already be in the document or not. */
  dress(wrapper: HTMLElement): void
}

/** Points of a block that have handles of their own: the ends of a line. All in slide px. */
export interface BlockPoints<P> {
  read(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
  /** The block with its points elsewhere, frame included. */
  write(block: Block<P>, points: readonly { readonly x: number; readonly y: number }[]): Block<P>
  /** The way as it is drawn, as corners of a polygon: what a click near it hits. */
  way(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
}

/** A side of a block, at whose middle a line can be tied. */
export type TieSide = 'top' | 'right' | 'bottom' | 'left'

/** What the end of a line is tied to: it goes where that side of the block goes. */
export interface Tie {
  readonly block: string
  readonly side: TieSide
  /** The block is turned so far that its top and bottom look sideways, and its left and right up and down. */
  readonly turned?: true
}

/** The ties of a block's first and last point; null: that end stands free. */
export interface BlockTies<P> {
  read(block: Block<P>): readonly [Tie | null, Tie | null]
  write(block: Block<P>, ties: readonly [Tie | null, Tie | null]): Block<P>
}

/** One way of adding the block: 'Rectangle', 'Arrow'. `props` over the defaults. */
export interface Variant {
  readonly label: string
  readonly icon: IconComponent
  readonly props: Readonly<Record<string, unknown>>
}

/** What the panel for a part of a block is given. */
export interface PartPanelProps<P> {
  readonly block: Block<P>
  /** What is chosen inside the block, as its editing said it. */
  readonly part: unknown
  /** The editor's own control for a color; '' is the theme's. */
  readonly Color: ComponentType<{
    readonly label: string
    readonly value: string
    onChange(value: string, merges: boolean): void
  }>
  /** `part`: what is chosen afterward; the same when missing. */
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange & { readonly part?: unknown }): void
}

/** What controls that no field describes are given. */
export interface OwnPanelProps<P> {
  readonly block: Block<P>
  /** A CSS color as the slide shows it: the theme's are looked up. */
  shown(color: string): string
  change(change: (block: Block<P>) => Block<P>, how: InPlaceChange): void
  /** As a popover's. */
  clean: PopoverProps<P>['clean']
  tell: PopoverProps<P>['tell']
}

/**
 * What the editor knows of one block type besides its block.ts: its icon, its panel and how its text is edited.
 * All of it is description: the editor's panels draw the fields, so a block needs no interface of its own.
 */
export interface BlockEditor<P> {
  readonly icon: IconComponent
  /** The ways of adding it, for a menu under its button; a block with one way has none. */
  readonly variants: readonly Variant[]
  readonly panel: readonly FieldGroup<P>[]
  /** Null: it has no text to type into. */
  readonly text: InPlaceText<P> | null
  /** Missing: its text hangs out when it is too large. */
  readonly fitting?: TextFitting<P>
  /**
   * Puts right what follows from the layout, after the block was drawn or its fonts have come: the size of text that
   * shrinks, words in an empty place. Nothing of it is stored. The element is in the document.
   */
  readonly settle?: (wrapper: HTMLElement, block: Block<P>) => void
  /** Other ways of being edited in place: on the slide itself, or in a small window beside the block. */
  readonly editing?: (place: EditingPlace<P>) => BlockEditing
  /** While it is edited its frame stays as it is: it has no handles. */
  readonly keepsFrame?: boolean
  /** A letter typed over the selected block does not begin that editing: there is nothing to type. */
  readonly ignoresLetters?: boolean
  readonly popover?: ComponentType<PopoverProps<P>>
  /** The popover is a dialog, which finds its place by itself. */
  readonly isDialog?: boolean
  /** What a quiet sign at the block's corner says on the canvas, where its kind can't be seen. */
  readonly badge?: string
  /** What is drawn on the canvas besides the block's markup. */
  readonly dresser?: Dresser
  /** Asked before it is added, in a menu under its button: the size of a table. `add` gets props over the defaults. */
  readonly chooser?: ComponentType<{ add(props: Readonly<Record<string, unknown>>): void }>
  /** Controls of what is chosen inside the block while it is edited. */
  readonly partPanel?: ComponentType<PartPanelProps<P>>
  /** Controls of one selected block that no field describes, in a group of their own. Null: this block has none. */
  readonly ownPanel?: (
    block: Block<P>,
  ) => { readonly title: string; readonly Panel: ComponentType<OwnPanelProps<P>> } | null
  /** Whether a new one is typed into at once. */
  readonly startsTyping: boolean
  /** What it shows step by step within itself once it is there, in words: each is a step of the slide. */
  readonly innerSteps?: (block: Block<P>) => readonly string[]
  /** Controls that all blocks have and that say nothing of this one, or that it has of its own. */
  readonly without?: readonly ('border' | 'radius' | 'shadow')[]
  /** It is drawn as a form without a box: shadows follow the form. */
  readonly isDrawing?: boolean
  /** While it is empty: the dialog that a click on it opens, to fill it. Null otherwise. */
  readonly asks?: (block: Block<P>) => 'insert-image' | null
  /** Null: it is placed and sized by its frame. */
  readonly points: BlockPoints<P> | null
  /** Its ends can be tied to other blocks. */
  readonly ties?: BlockTies<P>
}

/** Whether a block is edited in place, in whatever way: double click and Enter begin it. */
export function isEditedInPlace(editor: BlockEditor<unknown> | null): boolean {
  return editor !== null && (editor.text !== null || editor.editing !== undefined || editor.popover !== undefined)
}
