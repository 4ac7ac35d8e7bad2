import { createHash } from 'node:crypto'

/** The footer that deckDocument adds to a section; not part of the slide. */
const footer = /<footer class="slide-footer">[\s\S]*?<\/footer>(?=<\/section>$)/

/** Identifies the markup of a page's slide: an unchanged one is read back from the package's own data. */
export function sectionDigest(section: string): string {
  return createHash('sha256').update(section.replace(footer, '')).digest('base64url')
}

/** The same of a section without a footer, in parts. */
export async function digestOf(parts: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
