/** An unsaved theme, as the theme editor posts it to the frame of the sample deck. */
export interface ThemeDraft {
  readonly lectern: 'theme'
  /** Sanitized by the server. */
  readonly html: string
  readonly css: string
  /** Custom properties of its colors and fonts. */
  readonly variables: Readonly<Record<string, string>>
  /** Classes of the `.reveal` element. */
  readonly classes: readonly string[]
  readonly transition: string
  readonly backgroundTransition: string
  /** The parts of the footer, as JSON. */
  readonly footer: string
  /** Style sheets of external fonts. */
  readonly fontStyles: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

function isVariables(value: unknown): value is Record<`--${string}`, string> {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, text]) => name.startsWith('--') && isText(text))
}

/** Parses a message of the theme editor; null for anything else. */
export function readThemeDraft(data: unknown): ThemeDraft | null {
  if (typeof data !== 'object' || data === null || (data as { lectern?: unknown }).lectern !== 'theme') return null
  const { html, css, variables, classes, transition, backgroundTransition, footer, fontStyles } = data as ThemeDraft
  if (![html, css, transition, backgroundTransition, footer].every(isText)) return null
  if (!isVariables(variables) || !isTexts(classes) || !classes.every((name) => /^[\w-]+$/.test(name))) return null
  if (!isTexts(fontStyles) || !fontStyles.every((address) => address.startsWith('https://'))) return null
  return { lectern: 'theme', html, css, variables, classes, transition, backgroundTransition, footer, fontStyles }
}
