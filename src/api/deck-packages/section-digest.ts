import { createHash } from 'node:crypto'
import { footerClass } from '../../document/output/slide-footer.ts'

const opening = `<footer class="${footerClass}">`
const ending = '</section>'

/** A section without the footer that deckDocument adds to it as the last element; its author's own stay. */
function withoutFooter(section: string): string {
  const from = section.endsWith(`</footer>${ending}`) ? section.lastIndexOf(opening) : -1
  return from < 0 ? section : section.slice(0, from) + ending
}

/** Identifies the markup of a page's slide: an unchanged one is read back from the package's own data. */
export const sectionDigest = (section: string): string => createHash('sha256').update(section).digest('base64url')

/** Whether the section of a page is as it was packed, but for a footer that was added to it afterwards. */
export function isPackedSection(section: string, digest: string | undefined): boolean {
  return sectionDigest(section) === digest || sectionDigest(withoutFooter(section)) === digest
}

/** The digest of a section in parts. */
export async function digestOf(parts: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
