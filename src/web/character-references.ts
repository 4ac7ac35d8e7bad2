/**
 * Decodes the character references of HTML (`&eacute;`, `&#233;`) for parse5, in place of the package `entities` (see
 * vite.config.ts). The package's table of all names is a large part of the editor's first load, and the browser has it.
 */

/** Where a reference is: in text, or in the value of an attribute, which has stricter rules. As in `entities`. */
export const DecodingMode = { Legacy: 0, Strict: 1, Attribute: 2 } as const
type Mode = (typeof DecodingMode)[keyof typeof DecodingMode]

/** Receives the errors of references. */
interface ErrorHandler {
  missingSemicolonAfterCharacterReference(): void
  absenceOfDigitsInNumericCharacterReference(consumed: number): void
  validateNumericCharacterReference(code: number): void
}

/** What may belong to a reference, after its ampersand. The longest name has 31 letters. */
const candidate = /#(?:x[0-9a-f]+|[0-9]+);?|[0-9a-z]{1,31};?/iy
const withoutDigits = /#x?/iy

/** What stored slides contain. */
const common: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', '\u00a0'],
])

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string }
}

const createProbe = () => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  // Its own check, since a policy must not make markup of anything else.
  const rules = { createHTML: (text: string) => (/^&[#0-9a-z]+;?$/i.test(text) ? text : '') }
  const policy = trustedTypes?.createPolicy('app', rules) ?? rules
  const element = document.implementation.createHTMLDocument('').body
  return (reference: string): string => {
    element.innerHTML = policy.createHTML(reference)
    return element.textContent ?? ''
  }
}

let probe: ReturnType<typeof createProbe> | null = null

/** The text of a candidate, as the browser decodes it. */
function textOf(reference: string): string {
  const known = common.get(reference)
  if (known !== undefined) return known
  probe ??= createProbe()
  return probe(reference)
}

/**
 * The characters of the reference that a candidate begins with, and its length; null if it is not one. Names are at most
 * two UTF-16 code units; those that need no semicolon, and may be the beginning of the candidate, are one.
 */
function decode(found: string): { readonly characters: string; readonly consumed: number } | null {
  const text = textOf(found)
  if (text === found) return null
  const isWhole = found.startsWith('&#') || (found.endsWith(';') && text.length <= 2)
  if (isWhole) return { characters: text, consumed: found.length }
  return { characters: text.slice(0, 1), consumed: found.length - text.length + 1 }
}

/** The decoder of parse5's tokenizer. It needs the whole input at once, which `parse` and `parseFragment` hand over. */
export class HtmlEntityDecoder {
  readonly #emit: (codePoint: number, consumed: number) => void
  readonly #errors: ErrorHandler | undefined
  #mode: Mode = DecodingMode.Legacy

  constructor(emit: (codePoint: number, consumed: number) => void, errors?: ErrorHandler) {
    this.#emit = emit
    this.#errors = errors
  }

  startEntity(mode: Mode): void {
    this.#mode = mode
  }

  /** Decodes the reference whose ampersand stands before `offset`. Returns its length with it; 0 if there is none. */
  write(input: string, offset: number): number {
    candidate.lastIndex = offset
    const found = candidate.exec(input)?.[0] ?? ''
    const isNumber = found.startsWith('#')
    const reference = found === '' ? null : decode(`&${found}`)
    if (!reference) {
      withoutDigits.lastIndex = offset
      const begun = withoutDigits.exec(input)?.[0]
      if (begun) this.#errors?.absenceOfDigitsInNumericCharacterReference(begun.length + 1)
      return 0
    }
    const { characters, consumed } = reference
    const end = offset + consumed - 1
    const isClosed = input[end - 1] === ';'
    // In URLs, names of parameters may look like references: `?a=1&copy=2`.
    const isParameter = this.#mode === DecodingMode.Attribute && !isNumber && /[0-9a-z=]/i.test(input.charAt(end))
    if (!isClosed && isParameter) return 0
    for (const character of characters) this.#emit(character.codePointAt(0)!, consumed)
    if (!isClosed) this.#errors?.missingSemicolonAfterCharacterReference()
    if (isNumber) this.#errors?.validateNumericCharacterReference(codeOf(found))
    return consumed
  }

  /** The end of the input; `write` has seen it. */
  end(): number {
    return 0
  }
}

/** The number in a numeric reference. */
function codeOf(reference: string): number {
  const digits = reference.slice(1)
  return /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10)
}
