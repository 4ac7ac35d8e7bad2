import { readPage } from '../api/imports/html/read-page.ts'
import type { ReadMedia } from '../api/imports/process/reader.ts'
import { attribute, type HtmlNode, isElement, isText, parseFragment } from '../document/html.ts'
import type { RandomPage } from './random-page.ts'

/** A random presentation as imports read it. */
export interface ReadRandomPage {
  readonly html: string
  readonly media: readonly ReadMedia[]
  readonly remarks: readonly string[]
}

/** Reads a random presentation as an import does. */
export async function readRandomPage({ html, files }: RandomPage): Promise<ReadRandomPage> {
  const parts: string[] = []
  const media: ReadMedia[] = []
  const remarks: string[] = []
  await readPage(html, 'index.html', files, {
    begin: async () => {},
    slide: async (slide) => {
      parts.push(slide.html)
      media.push(...slide.media)
      remarks.push(...slide.remarks)
    },
  })
  return { html: parts.join('\n'), media, remarks }
}

/** What markup shows, says in notes, links to and draws. */
interface Content {
  text: string
  notes: string
  readonly links: Set<string>
  readonly addresses: string[]
  slides: number
}

function contentOf(html: string): Content {
  const content: Content = { text: '', notes: '', links: new Set(), addresses: [], slides: 0 }
  const visit = (node: HtmlNode, inNotes: boolean): void => {
    if (isText(node)) {
      if (inNotes) content.notes += node.value
      else content.text += node.value
    }
    if (!isElement(node)) return
    const of = (name: string) => attribute(node, name) ?? ''
    content.notes += ` ${of('data-notes')}`
    content.text += ` ${of('alt')} ${of('data-latex')} `
    content.links.add(of('href') || of('xlink:href') || of('data-link'))
    content.addresses.push(of('src'), of('data-src'), of('style'), of('data-background-image'), of('href'))
    const children = node.childNodes.filter(isElement)
    if (node.tagName === 'section' && !children.some(({ tagName }) => tagName === 'section')) content.slides += 1
    const isNotes = node.tagName === 'aside' && of('class').split(' ').includes('notes')
    for (const child of node.childNodes) visit(child, inNotes || isNotes)
  }
  for (const node of parseFragment(html).childNodes) visit(node, false)
  return content
}

/** What slides lack of a random presentation. `media`: the files that they refer to. */
export function lostOfPage(page: RandomPage, html: string, media: readonly ReadMedia[]): string[] {
  const { text, notes, links, addresses, slides } = contentOf(html)
  const shown = addresses.join(' ')
  const kept = media.filter(({ name }) => shown.includes(`import:${name}`) || shown.includes(`/m/${name}`))
  const ends = new Set(kept.map(({ bytes }) => Buffer.from(bytes).toString().split('\n').at(-1)))
  return [
    ...(slides === page.slides ? [] : [`${slides} of ${page.slides} slides`]),
    ...page.words.filter((word) => !text.includes(word)).map((word) => `the word ${word}`),
    ...page.notes.filter((word) => !notes.includes(word)).map((word) => `the note ${word}`),
    ...page.links.filter((link) => !links.has(link)).map((link) => `the link ${link}`),
    ...page.pictures.filter((end) => !ends.has(end)).map((end) => `the picture ${end}`),
  ]
}
