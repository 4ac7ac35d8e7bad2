import { fragmentClasses } from '../../rules/fragment-styles.ts'
import type { Difference } from './slide-marks.ts'

/** What a drawn slide contains, visible or not, in document order. */
export interface SlideContent {
  readonly words: readonly string[]
  readonly links: readonly string[]
  readonly files: readonly string[]
  readonly ids: readonly string[]
  /** The styles, numbers and words of its fragments. */
  readonly steps: readonly string[]
}

const wordsOf = (text: string | null): string[] => text?.match(/[\p{L}\p{N}]+/gu) ?? []

function textsIn(element: HTMLElement): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts.filter((text) => !text.parentElement?.closest('.slide-footer, [data-latex]'))
}

/** The contents of a slide, without its footer. */
export function contentOf(section: HTMLElement): SlideContent {
  const all = [...section.querySelectorAll<HTMLElement>('*')].filter((element) => !element.closest('.slide-footer'))
  const values = (name: string) =>
    all.flatMap((element) => (element.hasAttribute(name) ? [element.getAttribute(name)!] : []))
  return {
    words: [...textsIn(section).flatMap(({ data }) => wordsOf(data)), ...values('data-latex')],
    links: values('href').filter((href) => href !== ''),
    files: values('src').filter((src) => src !== ''),
    ids: [...values('data-l-id'), ...all.flatMap(({ dataset }) => dataset.id ?? [])],
    steps: all.flatMap((element) => {
      if (!element.classList.contains('fragment')) return []
      const styles = fragmentClasses.filter((name) => name !== '' && element.classList.contains(name))
      return [
        [...styles, element.dataset.fragmentIndex ?? '', ...textsIn(element).flatMap(({ data }) => wordsOf(data))].join(
          ' ',
        ),
      ]
    }),
  }
}

/** The first content that was lost or changed its place, as a difference; null: nothing. */
export function lostContent(before: SlideContent, after: SlideContent): Difference | null {
  for (const what of ['words', 'links', 'files', 'ids', 'steps'] as const) {
    const [was, is] = [before[what], after[what]]
    const index = was.findIndex((value, at) => value !== is[at])
    if (index < 0 && was.length === is.length) continue
    const mark = (look: string | undefined) =>
      ({ what: 'word', look: `${what}: ${look ?? ''}`, edges: [0, 0, 0, 0] }) as const
    const at = index < 0 ? was.length : index
    return [mark(was[at]), mark(is[at])]
  }
  return null
}
