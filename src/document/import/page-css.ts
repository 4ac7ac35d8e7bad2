import { resolveCss } from './references.ts'

/** The style sheets of a page as one, for a deck of its own. */

const importRule = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?([^;]*);/gi

/** Reads a style sheet by its address; null if it is not in the folder. */
export type ReadSheet = (address: string, folder: string) => { readonly css: string; readonly folder: string } | null

/** A style sheet with those that it imports, its addresses resolved. */
export function sheetWithImports(
  css: string,
  folder: string,
  read: ReadSheet,
  resolve: (address: string, folder: string) => string | null,
  depth = 0,
): string {
  const imported: string[] = []
  const rest = css.replace(importRule, (_, address: string) => {
    const found = depth < 5 ? read(address, folder) : null
    if (found) imported.push(sheetWithImports(found.css, found.folder, read, resolve, depth + 1))
    return ''
  })
  return [...imported, resolveCss(rest, (address) => resolve(address, folder))].join('\n')
}
