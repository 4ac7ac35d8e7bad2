import { limits } from '../../rules/limits.ts'
import type { HtmlElement } from '../html.ts'
import { plainText, truncate } from './attribute-values.ts'
import { droppedWithContent } from './schema.ts'

/** Notes found in a slide's markup, as plain text of at most 10000 characters. */
export interface SlideNote {
  /** Index from 0 over all slides (sections without child sections) of the source; 0 without any section. */
  readonly slide: number
  /** The section's data-id, as in the source. */
  readonly slideId: string | null
  readonly text: string
}

/** Appends to a slide's notes, which are plain text. `slide` -1: before the first. */
export function addNote(notes: Map<number, SlideNote>, slide: number, slideId: string | null, note: string): void {
  const text = plainText(note).trim()
  if (text === '') return
  const index = Math.max(slide, 0)
  const existing = notes.get(index)
  const joined = existing ? `${existing.text}\n\n${text}` : text
  notes.set(index, { slide: index, slideId, text: truncate(joined, limits.slide.notes) })
}

const blocksOfText = /^(?:p|div|li|dt|dd|br|h[1-6]|ul|ol|pre|blockquote|tr)$/

/** The text of notes written as markup, one line per paragraph. */
export function textOfNotes(element: HtmlElement): string {
  return textInside(element).replace(/[ \t]*\n\s*/g, '\n')
}

function textInside(element: HtmlElement): string {
  let text = ''
  for (const child of element.childNodes) {
    if ('value' in child) text += child.value
    else if ('tagName' in child && !droppedWithContent.has(child.tagName))
      text += textInside(child) + (blocksOfText.test(child.tagName) ? '\n' : '')
  }
  return text
}
