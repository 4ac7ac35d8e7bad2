import type { PageAssets } from './deck-page.ts'
import { formulaFonts, offlineFiles, readFont } from './offline-files.ts'
import { scriptAddress } from './script-address.ts'

/** An uploaded file that stands in the page. */
export interface InlineFile {
  readonly type: string
  /** Its bytes in base64, or what stands for them. */
  readonly base64: string
  /** Whether the page's script opens it: it is used several times, or is a medium that must be seekable. */
  readonly byScript: boolean
}

const dataUrl = (type: string, base64: string): string => `data:${type};base64,${base64}`

/** Formulas' styles with their fonts. */
function formulaCss(): string {
  let css = offlineFiles()['katex.css']
  for (const name of formulaFonts())
    css = css.replace(`url(../fonts/${name})`, `url(${dataUrl('font/woff2', readFont(name).toString('base64'))})`)
  return css
}

/** The assets of a page that has everything in itself. `more`: further settings for its script. */
export function inlineAssets(
  files: ReadonlyMap<string, InlineFile>,
  more: (digests: Readonly<Record<string, string>>) => object = () => ({}),
): PageAssets {
  const inStyles = (name: string) => {
    const file = files.get(name)
    // No address for a file that is no longer stored, and so no request.
    return file ? dataUrl(file.type, file.base64) : ''
  }
  const byScript = [...files].filter(([, file]) => file.byScript)
  const opened = byScript.map(([name, { type, base64 }]) => [scriptAddress + name, { type, base64 }])
  return {
    media: (name) => (files.get(name)?.byScript ? scriptAddress + name : inStyles(name)),
    mediaInStyles: inStyles,
    font: (file) => dataUrl('font/woff2', readFont(file).toString('base64')),
    shared: (name) => ({ code: name === 'katex.css' ? formulaCss() : offlineFiles()[name] }),
    settings: (digests) => ({ files: Object.fromEntries(opened), ...more(digests) }),
  }
}
