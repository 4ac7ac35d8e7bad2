import { limits } from '../../rules/limits.ts'
import type { HtmlElement } from '../html.ts'
import { cutText, plainText } from './attribute-values.ts'
import { droppedWithContent } from './schema.ts'

/** Notes that were found in the markup of a slide, as plain text of at most 10000 characters. */
export interface SlideNote {
  /** Index from 0 over all slides (sections that hold no section) of the source; 0 when there was no section. */
  readonly slide: number
  /** The section's data-id, as it stood in the source. */
  readonly slideId: string | null
  readonly text: string
}

/** Adds to the notes of a slide; they are text and are never part of the markup. `slide` -1: before the first. */
export function addNote(notes: Map<number, SlideNote>, slide: number, slideId: string | null, note: string): void {
  const text = plainText(note).trim()
  if (text === '') return
  const index = Math.max(slide, 0)
  const known = notes.get(index)
  const joined = known ? `${known.text}\n\n${text}` : text
  notes.set(index, { slide: index, slideId, text: cutText(joined, limits.slide.notes) })
}

const blocksOfText = /^(?:p|div|li|br|h[1-6]|ul|ol|pre|blockquote|tr)$/

/** The text of notes that were written as markup, a line for each paragraph. */
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
