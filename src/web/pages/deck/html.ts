import { escapeHtml } from '../../../rules/escape-html.ts'

/** Markup that is safe to insert unescaped. Only `html` creates it. */
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

function escaped(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(escaped).join('')
  return escapeHtml(String(value))
}

/**
 * Template tag for markup. Values are escaped for text and quoted attributes, except Html. null, undefined and false
 * render nothing; arrays render their items.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + escaped(values[index - 1]) + part))
}
