/** A face of a font that a user or a team has uploaded. */
export interface OwnFont {
  /** Letters, digits, spaces, dots, hyphens and underscores. */
  readonly family: string
  /** Of the stored file. */
  readonly url: string
  readonly format: FontFormat
  /** Two weights of a variable font, else the same twice. */
  readonly weight_min: number
  readonly weight_max: number
  readonly style: 'normal' | 'italic'
  /** Whether its license bits allow to embed it in files that leave the instance. */
  readonly embeddable: boolean
}

/** The accepted formats, which are also the endings of the files. */
export const fontFormats = ['woff2', 'woff', 'ttf', 'otf'] as const
export type FontFormat = (typeof fontFormats)[number]

/** The name of each format in a style sheet. */
const cssFormats: Readonly<Record<FontFormat, string>> = {
  woff2: 'woff2',
  woff: 'woff',
  ttf: 'truetype',
  otf: 'opentype',
}

/** The `@font-face` rules of fonts. Browsers load only those that are used. */
export function fontFaces(fonts: readonly OwnFont[]): string {
  return fonts
    .map(({ family, url, format, weight_min: min, weight_max: max, style }) =>
      [
        `@font-face{font-family:"${family}";src:url("${url}") format("${cssFormats[format]}")`,
        `font-weight:${min === max ? min : `${min} ${max}`};font-style:${style};font-display:swap}`,
      ].join(';'),
    )
    .join('')
}

/** The fonts whose families these texts name, in markup or styles. */
export function fontsNamedIn<T extends OwnFont>(fonts: readonly T[], texts: readonly string[]): readonly T[] {
  if (fonts.length === 0) return fonts
  const written = texts.join('\n').toLowerCase()
  return fonts.filter(({ family }) => written.includes(family.toLowerCase()))
}

/** The families of fonts, once each, by name. */
export function familiesOf(fonts: readonly OwnFont[]): readonly string[] {
  return [...new Set(fonts.map(({ family }) => family))].toSorted((a, b) => a.localeCompare(b))
}

/** A family as a CSS font family list. */
export function familyList(family: string): string {
  return `'${family}', sans-serif`
}

const weightNames: Readonly<Record<number, string>> = {
  100: 'Thin',
  200: 'Extra light',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'Semi-bold',
  700: 'Bold',
  800: 'Extra bold',
  900: 'Black',
}

/** A face in words, such as 'Bold italic' or 'Weights 100 to 900'. */
export function faceName({ weight_min: min, weight_max: max, style }: Omit<OwnFont, 'url'>): string {
  const weight = min === max ? (weightNames[min] ?? `Weight ${min}`) : `Weights ${min} to ${max}`
  return style === 'italic' ? `${weight}${min === max ? ' italic' : ', italic'}` : weight
}
