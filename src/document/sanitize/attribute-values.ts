/** An attribute and its value. */
export type AttributePair = readonly [name: string, value: string]

/** A check of an attribute's value: the value to store, or null when it isn't allowed. */
export type ValueRule = (value: string) => string | null

/** One of some words, compared without case, stored in lower case. */
export function oneOf(...words: readonly string[]): ValueRule {
  const allowed = new Set(words)
  return (value) => {
    const word = value.trim().toLowerCase()
    return allowed.has(word) ? word : null
  }
}

/** A whole number from min to max, stored as it is written when that is its plain form. */
export function integer(min: number, max: number): ValueRule {
  return (value) => {
    if (!/^\s*-?\d{1,9}\s*$/.test(value)) return null
    const number = Number(value)
    return number >= min && number <= max ? String(number) : null
  }
}

/** A number from min to max with at most six decimals. */
export function decimal(min: number, max: number): ValueRule {
  return (value) => {
    const text = value.trim()
    if (!/^-?(?:\d{1,7}(?:\.\d{1,6})?|\.\d{1,6})$/.test(text)) return null
    const number = Number(text)
    return number >= min && number <= max ? text : null
  }
}

/** Text of at most so many characters; longer text is cut. */
export function text(max: number): ValueRule {
  return (value) => cutText(value, max)
}

/** Something that matches a pattern, trimmed. */
export function pattern(expression: RegExp): ValueRule {
  return (value) => {
    const trimmed = value.trim()
    return expression.test(trimmed) ? trimmed : null
  }
}

/** An attribute whose presence says yes: '', 'true' or its own name. Anything else is taken for no. */
export function flag(name: string): ValueRule {
  return (value) => (value === '' || value === 'true' || value === name ? value : null)
}

/** Cuts a text without cutting a character in two. */
export function cutText(value: string, max: number): string {
  return (value.length > max ? value.slice(0, max) : value).toWellFormed()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const oddCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/
const oddCharacters = new RegExp(oddCharacter.source, 'g')

/**
 * Text without what no text needs: controls other than tab and line feed, and line ends in one form. The parser turns
 * some of them into other characters, so a text that kept them would change each time it is stored.
 */
export function plainText(value: string): string {
  return oddCharacter.test(value) ? value.replace(/\r\n?|\f/g, '\n').replace(oddCharacters, '') : value
}
