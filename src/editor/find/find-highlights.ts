import { inlineElements } from '../../document/slide-text.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { matchesOn, placesIn } from './find-matches.ts'
import { matchesOf } from './find-session.ts'

/** The names of the highlights in the slide's document. */
const names = { all: 'find', current: 'find-current' }

/**
 * The styles of the highlights. The rules are in the document only while there are matches: with them the browser
 * computes a style for each highlight of each element whenever it draws one.
 */
const highlightStyles = `
::highlight(${names.all}) { background-color: #ffd34d; color: #221a00; }
::highlight(${names.current}) { background-color: #ff8a1f; color: #1d0f00; }
`

/** A run of text on the canvas, with its text nodes. */
interface DrawnRun {
  text: string
  readonly nodes: { readonly node: Text; readonly from: number }[]
}

/**
 * Highlights the matches on the slide with the CSS Custom Highlight API, without changing elements. Browsers without
 * it show only the selected block. Returns the cleanup function.
 */
export function drawFindHighlights(document: Document, model: EditorModel): () => void {
  const view = document.defaultView as (Window & typeof globalThis) | null
  const registry = view && 'highlights' in view.CSS ? view.CSS.highlights : null
  if (!view || !registry) return () => undefined
  const style = document.createElement('style')
  style.textContent = highlightStyles
  let frame = 0
  let before: unknown[] = []
  const draw = (): void => {
    for (const name of Object.values(names)) registry.delete(name)
    const ranges = foundRanges(document, model)
    if (ranges.length === 0) {
      style.remove()
      return
    }
    if (!style.isConnected) document.head.append(style)
    registry.set(names.all, new view.Highlight(...ranges.map((one) => one.range)))
    const current = ranges.filter((one) => one.current).map((one) => one.range)
    if (current.length > 0) registry.set(names.current, new view.Highlight(...current))
  }
  const follow = (): void => {
    const { find, deck, slideId, editing } = model.getState()
    const now = [find, find && deck, find && slideId, find && editing]
    if (now.every((value, index) => value === before[index])) return
    before = now
    // In the next frame, after the canvas has drawn the slide.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(draw)
  }
  const end = model.subscribe(follow)
  follow()
  return () => {
    end()
    cancelAnimationFrame(frame)
  }
}

function foundRanges(document: Document, model: EditorModel): { range: Range; current: boolean }[] {
  const { find, deck, slideId } = model.getState()
  const section = document.querySelector('.reveal .slides > section')
  const slide = deck.slides[slideId]
  if (!find || find.query === '' || !section || !slide) return []
  const at = matchesOf(model)[find.at]
  const own = matchesOn(slide, find).filter((match) => match.kind === 'text')
  const current = own.findIndex((one) => one.slideId === at?.slideId && one.run === at.run && one.from === at.from)
  return drawnRuns(section)
    .flatMap((run) => placesIn(run.text, find).map((place) => rangeIn(document, run, place)))
    .map((range, index) => ({ range, current: index === current }))
}

/** The text runs of the slide on the canvas, split as in readRuns. */
function drawnRuns(section: Element): DrawnRun[] {
  const runs: DrawnRun[] = [{ text: '', nodes: [] }]
  const walk = (node: Node): void => {
    if (node.nodeType === 3) {
      const run = runs.at(-1)!
      run.nodes.push({ node: node as Text, from: run.text.length })
      run.text += (node as Text).data.replace(/\s/g, ' ')
      return
    }
    if (node.nodeType !== 1 || (node as Element).closest('[data-latex], style, script')) return
    const breaks = !inlineElements.has((node as Element).localName)
    if (breaks) runs.push({ text: '', nodes: [] })
    for (const child of node.childNodes) walk(child)
    if (breaks) runs.push({ text: '', nodes: [] })
  }
  walk(section)
  return runs.filter((run) => run.nodes.length > 0)
}

function rangeIn(document: Document, run: DrawnRun, [from, to]: readonly [number, number]): Range {
  const range = document.createRange()
  const holder = (at: number) => run.nodes.findLast((one) => one.from <= at)!
  const [first, last] = [holder(from), holder(to - 1)]
  range.setStart(first.node, from - first.from)
  range.setEnd(last.node, to - last.from)
  return range
}
