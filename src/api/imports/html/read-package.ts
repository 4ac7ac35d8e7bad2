import { readDeckFile } from '../../../document/deck-file.ts'
import { attribute, type HtmlElement, isElement, isTag, parseFragment, rangeOf } from '../../../document/html.ts'
import { assembleWith, type Structure, slideIds } from '../../../document/structure.ts'
import { type PackageFile, packageFile, packageVersion } from '../../deck-packages/package-file.ts'
import { isPackedSection } from '../../deck-packages/section-digest.ts'
import { ImportError } from '../import-error.ts'

/** Parses the description of a packed deck; null if it is another file. Throws if it is damaged or too new. */
export function parsePackage(json: string): PackageFile | null {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  if ((value as { lectern?: unknown } | null)?.lectern !== 'deck') return null
  const parsed = packageFile.safeParse(value)
  if (!parsed.success) throw new ImportError('The description of the deck in this file is damaged')
  if (parsed.data.version > packageVersion) throw new ImportError('This file was made by a newer version of Lectern')
  return parsed.data
}

const sectionsIn = (parent: Pick<HtmlElement, 'childNodes'>): HtmlElement[] =>
  parent.childNodes.filter((node): node is HtmlElement => isElement(node) && isTag(node, 'section'))

/** The sections of a page that are as they were packed, by slide id; null if slides were added, moved or removed. */
function unchangedSlides(page: string, { structure, digests }: PackageFile): ReadonlySet<string> | null {
  const slides = readDeckFile(page).slides
  if (slides === null) return null
  const columns = sectionsIn(parseFragment(slides)).map((column) => {
    const rows = sectionsIn(column)
    return rows.length > 0 ? rows : [column]
  })
  const idOf = (section: HtmlElement) => attribute(section, 'data-id') ?? ''
  const order = columns.map((column) => column.map(idOf))
  if (JSON.stringify(order) !== JSON.stringify(structure.stacks.map((stack) => stack.slides))) return null
  const unchanged = columns.flat().filter((section) => {
    const range = rangeOf(section)
    return range !== null && isPackedSection(slides.slice(range.start, range.end), digests[idOf(section)])
  })
  return new Set(unchanged.map(idOf))
}

/** The deck of a package, if its page was not changed by hand. */
export function packedSlides(page: string | null, about: PackageFile): string | null {
  const structure = about.structure as Structure
  const ids = slideIds(structure)
  if (ids.some((id) => about.slides[id] === undefined))
    throw new ImportError('This file is not complete: slides are missing')
  const unchanged = page === null ? new Set(ids) : unchangedSlides(page, about)
  if (unchanged === null || ids.some((id) => !unchanged.has(id))) return null
  return assembleWith(structure, (id) => about.slides[id]!)
}
