import type { Fragment } from '../../../document/deck-model.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { attr, descendants, find, num } from './xml-tree.ts'

const { paragraphSteps, lastParagraph } = readerLimits.presentation

/** The animation of a shape, or of paragraphs of its text. */
export interface ShapeAnimation {
  /** Of the whole shape. */
  readonly fragment: Fragment | null
  /** Steps of paragraphs, by their index. */
  readonly paragraphs: ReadonlyMap<number, number>
}

/** Entrances by their preset ids, and the styles that come near. */
const entrances: Readonly<Record<number, string>> = {
  2: 'fade-up',
  47: 'fade-up',
  42: 'fade-up',
  23: 'grow',
  53: 'grow',
}
/** Where a shape flies in from, by subtypes. */
const directions: Readonly<Record<number, string>> = { 1: 'fade-down', 2: 'fade-left', 4: 'fade-up', 8: 'fade-right' }

function styleOf(effect: XmlElement): string | null {
  const [kind, preset, subtype] = [
    attr(effect, 'presetClass'),
    num(effect, 'presetID') ?? 0,
    num(effect, 'presetSubtype') ?? 0,
  ]
  if (kind === 'exit') return 'fade-out'
  if (kind !== 'entr') return null
  if (preset === 2) return directions[subtype] ?? 'fade-up'
  return entrances[preset] ?? ''
}

/** The index of a paragraph. Beyond 2 ** 53 adding one would change nothing. */
function paragraphAt(range: XmlElement, name: string): number {
  return Math.min(lastParagraph, Math.max(0, Math.trunc(num(range, name) ?? 0)))
}

/** Reads the animations of a slide by the ids of shapes: what appears at the same click has the same step. */
export function readAnimations(slide: XmlElement): ReadonlyMap<string, ShapeAnimation> {
  const found = new Map<string, { fragment: Fragment | null; paragraphs: Map<number, number> }>()
  let [step, steps] = [-1, 0]
  for (const effect of descendants(find(slide, 'timing'), 'cTn')) {
    const node = attr(effect, 'nodeType') ?? ''
    if (!/^(click|with|after)Effect$/.test(node)) continue
    if (node === 'clickEffect') step += 1
    const style = styleOf(effect)
    const target = descendants(effect, 'spTgt')[0]
    const id = attr(target ?? null, 'spid')
    // What begins with the slide is there.
    if (style === null || id === null || step < 0) continue
    const known = found.get(id) ?? { fragment: null, paragraphs: new Map<number, number>() }
    found.set(id, known)
    const range = find(target, 'txEl', 'pRg')
    if (!range) known.fragment ??= { style, index: step }
    else {
      const [from, to] = [paragraphAt(range, 'st'), paragraphAt(range, 'end')]
      for (let at = from; at <= Math.min(to, from + 200) && steps < paragraphSteps; at += 1) {
        if (known.paragraphs.has(at)) continue
        known.paragraphs.set(at, step)
        steps += 1
      }
    }
  }
  return found
}
