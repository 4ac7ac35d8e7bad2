import type { Option } from './options.ts'

/**
 * When a fragment is visible. `after`: from its step on. `before`: until its step. `during`: from its step to the next.
 * `always`: its step only changes how it looks.
 */
export type FragmentVisibility = 'after' | 'before' | 'during' | 'always'

type Declarations = Readonly<Record<string, string>>

/** The style of a fragment. */
interface AnyStyle {
  /** Its class in reveal.js; '' is fade in. */
  readonly id: string
  /** Missing: 'after'. */
  readonly visible?: FragmentVisibility
  /** How it differs before its step, besides being hidden: for the editor's preview, equal to the style sheets. */
  readonly before?: Declarations
  /** How it differs after its step, likewise. */
  readonly after?: Declarations
}

/** A fragment style that the editor offers. */
export interface FragmentStyle extends Option, AnyStyle {}

/**
 * The fragment styles that the editor offers. Their CSS, beyond reveal.js's, is in blocks/fragment-styles.css: a style that
 * moves needs a rule for rotated blocks, and a line in `moves` of document/powerpoint/timing-xml.ts to move in PowerPoint,
 * too; one of reveal.js that is visible before its step needs a line in the list. Own styles are hidden before their step
 * and have no `after`. Tests check it.
 */
export const fragmentStyles: readonly FragmentStyle[] = [
  { id: '', title: 'Fade in', tooltip: 'Appears in its place.' },
  { id: 'fade-down', title: 'Fade down', tooltip: 'Appears from above.', before: { translate: '0 -40px' } },
  { id: 'fade-up', title: 'Fade up', tooltip: 'Appears from below.', before: { translate: '0 40px' } },
  { id: 'fade-right', title: 'Fade right', tooltip: 'Appears from the left.', before: { translate: '-40px 0' } },
  { id: 'fade-left', title: 'Fade left', tooltip: 'Appears from the right.', before: { translate: '40px 0' } },
  { id: 'fade-out', title: 'Fade out', tooltip: 'Is there at first and goes.', visible: 'before' },
  {
    id: 'current-visible',
    title: 'Current visible',
    tooltip: 'Appears and goes with the next step.',
    visible: 'during',
  },
]

/** The other fragment styles of reveal.js, which imported decks may have. */
const otherStyles: readonly AnyStyle[] = [
  { id: 'fade-in' },
  { id: 'fade-in-then-out', visible: 'during' },
  { id: 'fade-in-then-semi-out' },
  { id: 'semi-fade-out', visible: 'always', after: { opacity: '.5' } },
  { id: 'grow', visible: 'always', after: { scale: '1.3' } },
  { id: 'shrink', visible: 'always', after: { scale: '.7' } },
  { id: 'strike', visible: 'always', after: { textDecoration: 'line-through' } },
  { id: 'highlight-red', visible: 'always', after: { color: '#ff2c2d' } },
  { id: 'highlight-green', visible: 'always', after: { color: '#17ff2e' } },
  { id: 'highlight-blue', visible: 'always', after: { color: '#1b91ff' } },
  { id: 'highlight-current-red', visible: 'always' },
  { id: 'highlight-current-green', visible: 'always' },
  { id: 'highlight-current-blue', visible: 'always' },
]

const allStyles = new Map<string, AnyStyle>([...fragmentStyles, ...otherStyles].map((style) => [style.id, style]))

/** A fragment style by its class; undefined if not offered. */
export function fragmentStyle(id: string): FragmentStyle | undefined {
  return fragmentStyles.find((style) => style.id === id)
}

/** When a fragment of a class is visible. */
export function fragmentVisibility(id: string): FragmentVisibility {
  return allStyles.get(id)?.visible ?? 'after'
}

/** How a fragment of a class differs before and after its step, besides being hidden. */
export function fragmentLooks(id: string): { readonly before: Declarations; readonly after: Declarations } {
  const { before = {}, after = {} } = allStyles.get(id) ?? {}
  return { before, after }
}

/** The classes of all supported fragment styles: those offered, and the others of reveal.js. */
export const fragmentClasses: readonly string[] = [...allStyles.keys()]
