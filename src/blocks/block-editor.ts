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

/** A CSS colour; '' is the theme's own. */
export interface ColorField<P> extends FieldOf<P, string> {
  readonly kind: 'color'
}

/** A line of text; `multiline` for several. */
export interface TextField<P> extends FieldOf<P, string> {
  readonly kind: 'text'
  readonly maxLength: number
  readonly placeholder: string
  readonly multiline?: boolean
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
export type Field<P> = ChoiceField<P> | NumberField<P> | ColorField<P> | TextField<P> | ToggleField<P> | ImageField<P>

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
}

/** Points of a block that have handles of their own: the ends of a line. All in slide px. */
export interface BlockPoints<P> {
  read(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
  /** The block with its points elsewhere, frame included. */
  write(block: Block<P>, points: readonly { readonly x: number; readonly y: number }[]): Block<P>
  /** The way as it is drawn, as corners of a polygon: what a click near it hits. */
  way(block: Block<P>): readonly { readonly x: number; readonly y: number }[]
}

/** One way of adding the block: 'Rectangle', 'Arrow'. `props` over the defaults. */
export interface Variant {
  readonly label: string
  readonly icon: IconComponent
  readonly props: Readonly<Record<string, unknown>>
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
  /** Whether a new one is typed into at once. */
  readonly startsTyping: boolean
  /** Null: it is placed and sized by its frame. */
  readonly points: BlockPoints<P> | null
}
