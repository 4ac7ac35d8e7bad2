/** A declaration of a style attribute: property in lower case (custom properties as written), value trimmed. */
export type Declaration = readonly [property: string, value: string]

/**
 * Splits a style attribute into its declarations, in order. Null if it is not a plain list of declarations (comments,
 * unclosed quotes or brackets, a missing colon): such a style is left unchanged.
 */
export function parseDeclarations(style: string): Declaration[] | null {
  const parts = splitOutside(style)
  if (!parts) return null
  const declarations: Declaration[] = []
  for (const part of parts) {
    if (part.trim() === '') continue
    const match = /^\s*(-{0,2}[a-zA-Z_][\w-]*)\s*:\s*([\s\S]*?)\s*$/.exec(part)
    if (!match || match[2] === '') return null
    const name = match[1]!
    declarations.push([name.startsWith('--') ? name : name.toLowerCase(), match[2]!])
  }
  return declarations
}

/** Serializes declarations: `left: 80px; top: 60px;`. '' if there are none. */
export function renderDeclarations(declarations: readonly Declaration[]): string {
  let style = ''
  for (const [property, value] of declarations) style += `${style === '' ? '' : ' '}${property}: ${value};`
  return style
}

/** Splits at semicolons outside quotes and brackets. */
function splitOutside(style: string): string[] | null {
  if (!/["'()[\]{}\\]|\/\*/.test(style)) return style.split(';')
  if (/\\|\/\*/.test(style)) return null
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let i = 0; i < style.length; i++) {
    const c = style[i]!
    if (quote !== '') {
      if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '(' || c === '[' || c === '{') depth++
    else if (c === ')' || c === ']' || c === '}') depth--
    else if (c === ';' && depth === 0) {
      parts.push(style.slice(start, i))
      start = i + 1
    }
    if (depth < 0) return null
  }
  parts.push(style.slice(start))
  return quote === '' && depth === 0 ? parts : null
}
