import { strFromU8, unzipSync } from 'fflate'
import { parse } from 'parse5'
import { type HtmlElement, type HtmlNode, isElement } from '../../document/html.ts'
import { htmlOutline } from './html-outline.ts'
import { pdfOutlines } from './pdf-outline.ts'
import { xmlOutline } from './xml-outline.ts'

type Files = Readonly<Record<string, Uint8Array>>

/** The parts that a part of an Open XML file refers to, with the kinds of relations. */
function relationsOf(files: Files, part: string): { readonly kind: string; readonly path: string }[] {
  const [, folder = '', name = ''] = /^(.*\/)([^/]+)$/.exec(part) ?? []
  const source = files[`${folder}_rels/${name}.rels`]
  const found = source ? strFromU8(source).matchAll(/Type="[^"]*\/(\w+)" Target="([^"]*)"/g) : []
  return [...found].map(([, kind = '', target = '']) => ({ kind, path: target.replace(/^\.\.\//, 'ppt/') }))
}

function slideOutline(files: Files, part: string): string {
  const relations = relationsOf(files, part)
  const source = (path: string) => strFromU8(files[path]!)
  const charts = relations.filter(({ kind }) => kind === 'chart').map(({ path }) => xmlOutline(source(path)))
  const notes = relations
    .filter(({ kind }) => kind === 'notesSlide')
    .flatMap(({ path }) => [...source(path).matchAll(/<a:t>([^<]*)/g)].map(([, text]) => `notes "${text}"\n`))
  const kinds = relations.map(({ kind, path }) =>
    path.startsWith('ppt/') ? `${kind} ${path.replace(/^.*\.|\d+/g, '')}` : `${kind} ${path}`,
  )
  const named = [...new Set(kinds)].sort().map((one) => `-> ${one}\n`)
  return [xmlOutline(source(part)), ...charts, ...notes, ...named].join('')
}

/** The structure of each slide of a PowerPoint file, with its charts and notes. */
export function powerpointOutlines(file: Uint8Array): string[] {
  const files = unzipSync(file)
  const parts = Object.keys(files).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
  return parts.map((_, at) => slideOutline(files, `ppt/slides/slide${at + 1}.xml`))
}

/** The slides of a page: sections that are in none. */
function sectionsOf(html: string): string[] {
  const found: string[] = []
  const visit = (node: HtmlNode): void => {
    if (!isElement(node)) return
    const isSlides = node.attrs.some(({ name, value }) => name === 'class' && value === 'slides')
    if (!isSlides) for (const child of node.childNodes) visit(child)
    else for (const child of node.childNodes.filter(isElement)) found.push(sourceOf(html, child))
  }
  for (const node of parse(html, { sourceCodeLocationInfo: true }).childNodes) visit(node)
  return found
}

function sourceOf(html: string, element: HtmlElement): string {
  const { startOffset = 0, endOffset = 0 } = element.sourceCodeLocation ?? {}
  return html.slice(startOffset, endOffset)
}

/** The structure of each slide, or stack of slides, of a page that opens from a disk. */
export function pageOutlines(html: string): string[] {
  return sectionsOf(html).map(htmlOutline)
}

/** The structure of an exported deck, slide by slide. */
export async function exportOutlines(type: 'pdf' | 'ppt' | 'zip', file: Uint8Array): Promise<string[]> {
  if (type === 'pdf') return pdfOutlines(file)
  return type === 'ppt' ? powerpointOutlines(file) : pageOutlines(strFromU8(unzipSync(file)['index.html']!))
}
