import { endsLikePicture } from '../../rules/picture-types.ts'
import type { AttributePair } from './attribute-values.ts'

/** reveal.js attributes with a different name in our format. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  img: { 'data-src': 'src' },
  video: { 'data-src': 'src', autoplay: 'data-autoplay' },
  source: { 'data-src': 'src' },
  iframe: { 'data-src': 'src' },
}

/**
 * Renames an imported element's attributes to our format: lazy-loaded sources, the background shorthand, the language
 * of code. The values are validated afterward like all others.
 */
export function importedAttributes(tag: string, given: readonly AttributePair[]): AttributePair[] {
  const present = new Set(given.map(([name]) => name))
  const names = Object.hasOwn(renamed, tag) ? renamed[tag]! : {}
  const result: AttributePair[] = []
  for (const [name, value] of given) {
    const better = Object.hasOwn(names, name) ? names[name]! : nameOfBackground(tag, name, value)
    if (better === null) result.push([name, value])
    else if (!present.has(better)) {
      present.add(better)
      result.push([better, name === 'autoplay' ? '' : value])
    }
  }
  if (tag === 'code' && !present.has('data-language')) {
    const language = /(?:^|\s)(?:language|lang)-([A-Za-z0-9+#._-]{1,30})(?:\s|$)/.exec(
      result.find(([name]) => name === 'class')?.[1] ?? '',
    )
    if (language) result.push(['data-language', language[1]!])
  }
  return result
}

/** reveal.js reads `data-background` as a picture, a gradient or a color, depending on its form. */
function nameOfBackground(tag: string, name: string, value: string): string | null {
  if (tag !== 'section' || name !== 'data-background') return null
  if (/^(?:https?:|\/\/|\/m\/|data:image)/i.test(value) || endsLikePicture(value.split(/[?#\s]/)[0] ?? ''))
    return 'data-background-image'
  return /gradient\s*\(/i.test(value) ? 'data-background-gradient' : 'data-background-color'
}
