/** Fetches a URL of this site as a data: URL; null if that fails. */
export async function dataUrlOf(address: string): Promise<string | null> {
  try {
    // The app's CSP forbids requests to other sites.
    if (new URL(address, document.baseURI).origin !== location.origin) return null
    const answer = await fetch(address)
    return answer.ok ? await readAsDataUrl(await answer.blob()) : null
  } catch {
    return null
  }
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(blob)
  })
}

const plainName = (family: string): string => family.replace(/^["']|["']$/g, '').trim()

/** Whether a font face is loaded in the document: others are not visible. */
function isLoaded(document: Document, rule: CSSFontFaceRule): boolean {
  const value = (name: string): string => rule.style.getPropertyValue(name).trim()
  return [...document.fonts].some(
    (face) =>
      face.status === 'loaded' &&
      plainName(face.family) === plainName(value('font-family')) &&
      (value('unicode-range') === '' || sameRange(face.unicodeRange, value('unicode-range'))) &&
      (value('font-weight') === '' || face.weight === value('font-weight')) &&
      (value('font-style') === '' || face.style === value('font-style')),
  )
}

function sameRange(a: string, b: string): boolean {
  const plain = (range: string): string =>
    range
      .toLowerCase()
      .replace(/\s+/g, '')
      .replace(/u\+0+(?=[0-9a-f])/g, 'u+')
  return plain(a) === plain(b)
}

/**
 * All styles of a document as one style sheet that loads nothing: loaded font faces are embedded, all others dropped.
 * Style sheets that can't be read (of font services) are dropped too.
 */
export async function stylesWithFonts(from: Document): Promise<string> {
  const parts = [...from.styleSheets].flatMap((sheet) => {
    const rules = readableRules(sheet)
    const base = sheet.href ?? from.baseURI
    return rules.map((rule): string | Promise<string> => {
      if (!isFontFace(rule)) return rule.cssText
      return isLoaded(from, rule) ? embeddedFace(rule, base) : ''
    })
  })
  return (await Promise.all(parts)).join('\n')
}

/** `instanceof` fails for a rule of another document. */
function isFontFace(rule: CSSRule): rule is CSSFontFaceRule {
  return rule.cssText.startsWith('@font-face')
}

function readableRules(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

async function embeddedFace(rule: CSSFontFaceRule, base: string): Promise<string> {
  const written = rule.style.getPropertyValue('src')
  const source = /url\("?([^")]+)"?\)/.exec(written)?.[1]
  const format = /format\("?(\w+)"?\)/.exec(written)?.[1] ?? 'woff2'
  const dataUrl = source ? await dataUrlOf(new URL(source, base).href) : null
  if (dataUrl === null) return ''
  const kept = ['font-family', 'font-weight', 'font-style', 'unicode-range'].flatMap((name) => {
    const value = rule.style.getPropertyValue(name)
    return value === '' ? [] : [`${name}: ${value};`]
  })
  return `@font-face { ${kept.join(' ')} src: url("${dataUrl}") format("${format}"); }`
}
