/** Markup that is safe to put into a page as it is. Only `html` makes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Value = string | number | Html | null | undefined | false | readonly Value[]

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Writes markup. Everything put in is escaped, in text as in quoted attributes, unless it was made by this function
 * itself; null, undefined and false write nothing, lists write their items.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part))
}
