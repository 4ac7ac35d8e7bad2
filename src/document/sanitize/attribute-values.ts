/** An attribute and its value. */
export type AttributePair = readonly [name: string, value: string]

/** Validates an attribute's value: returns the value to store, or null if it is not allowed. */
export type ValueRule = (value: string) => string | null

/** One of some words, case-insensitive, stored in lower case. */
export function oneOf(...words: readonly string[]): ValueRule {
  const allowed = new Set(words)
  return (value) => {
    const word = value.trim().toLowerCase()
    return allowed.has(word) ? word : null
  }
}

/** An integer from min to max, stored in its plain decimal form. */
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

/** Text, truncated to `max` characters. */
export function text(max: number): ValueRule {
  return (value) => truncate(value, max)
}

/** A match of a pattern, trimmed. */
export function pattern(expression: RegExp): ValueRule {
  return (value) => {
    const trimmed = value.trim()
    return expression.test(trimmed) ? trimmed : null
  }
}

/** A boolean attribute: '', 'true' or its own name; anything else is false. */
export function flag(name: string): ValueRule {
  return (value) => (value === '' || value === 'true' || value === name ? value : null)
}

/** Truncates without splitting a surrogate pair. */
export function truncate(value: string, max: number): string {
  return (value.length > max ? value.slice(0, max) : value).toWellFormed()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/
const controlCharacters = new RegExp(controlCharacter.source, 'g')

/**
 * Removes control characters except tab and line feed, and normalizes line ends. The parser replaces some of them, so a
 * text that kept them would change with each save.
 */
export function plainText(value: string): string {
  return controlCharacter.test(value) ? value.replace(/\r\n?|\f/g, '\n').replace(controlCharacters, '') : value
}
