import { slidesForAudience } from '../../document/output/audience-slides.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import { slideIds } from '../../document/structure.ts'
import { settingsOf } from '../../rules/deck-columns.ts'
import { fontsNamedIn } from '../../rules/own-fonts.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import { builtInTheme } from '../../themes/index.ts'
import { dataOf } from '../decks/read-content.ts'
import type { MediaReader } from '../media/read-media.ts'
import { type DeckPage, type PageAssets, type PageDeck, renderDeckPage } from './deck-page.ts'
import { mediaIn } from './media-addresses.ts'
import { type PackageFile, packageVersion } from './package-file.ts'

/** A deck to pack, and what packing needs of the instance. */
export interface PackageInput extends PageDeck {
  /** The deck's own theme as its author wrote it; null if it has none, or a built-in one. */
  readonly themeContent: ThemeContent | null
  /** Whether slides that are hidden from the audience are packed. */
  readonly hidden: boolean
  readonly readMedia: MediaReader
  /** Signs the hash of a file's bytes: this instance keeps signed files as they are. */
  readonly sign: (hash: string) => string
  /** Reports the number of finished slides. */
  readonly progress?: (slide: number, of: number) => void
}

/** A file of the deck in its package. */
export type PackedFile = PackageFile['files'][number]

/** The deck without slides that the package must not have. */
export function visibleDeck<T extends PackageInput>(input: T): T {
  if (input.hidden) return input
  const { structure, html } = input.content
  const shown = (id: string) => slidesForAudience(html[id] ?? '') !== ''
  const stacks = structure.stacks
    .filter(({ attributes }) => attributes?.['data-visibility'] !== 'hidden')
    .map((stack) => {
      const slides = stack.slides.filter(shown)
      const gaps = slides.length === stack.slides.length ? stack.gaps : [...slides.map(() => '\n'), '\n']
      return { ...stack, slides, gaps: stack.attributes === null ? [] : gaps }
    })
    .filter(({ slides }) => slides.length > 0)
  return { ...input, content: { ...input.content, structure: { ...structure, stacks } } }
}

/** The names of the uploaded files that the deck needs. */
export function packedMedia({ deck, content, theme, themeContent, fonts }: PackageInput): string[] {
  const ids = slideIds(content.structure)
  const slides = ids.map((id) => content.html[id] ?? '').join('\n') + deck.footer
  const themed = theme ? theme.html + theme.css + theme.footer : ''
  const written = themeContent ? JSON.stringify(themeContent).replaceAll('\\"', '"') : ''
  return [...new Set(mediaIn([slides, themed, written, ownFontCss(fonts, slides, theme, true)].join('\n')))]
}

export async function packedPage(input: PackageInput, assets: PageAssets): Promise<DeckPage> {
  const page = await renderDeckPage(input, assets)
  const { length } = slideIds(input.content.structure)
  input.progress?.(length, length)
  return page
}

/** What the package says of the deck. `files`: those that it has. */
export function describePackage(
  input: PackageInput,
  digests: Readonly<Record<string, string>>,
  files: readonly PackedFile[],
): PackageFile {
  const { deck, content, theme, themeContent, fonts, notes } = input
  const ids = slideIds(content.structure)
  const { slug: _address, theme_id, ...settings } = settingsOf(deck)
  const packed = new Map(files.map((one) => [one.address, one.file]))
  const styles = theme ? [theme.html, theme.css, theme.footer, ...Object.values(theme.variables)] : []
  const named = fontsNamedIn(fonts, [dataOf(content), deck.footer, ...styles])
  const own = ids.flatMap((id) => (content.notes[id] ? [[id, content.notes[id]] as const] : []))
  return {
    ...{ lectern: 'deck', version: packageVersion, settings },
    built_in: builtInTheme(theme_id)?.folder ?? null,
    theme: themeContent && { ...themeContent, js: '', scripts: [], snippets: [...themeContent.snippets] },
    structure: { ...content.structure, stacks: [...content.structure.stacks] } as PackageFile['structure'],
    slides: Object.fromEntries(ids.map((id) => [id, content.html[id] ?? ''])),
    notes: notes ? Object.fromEntries(own) : {},
    digests: { ...digests },
    files: files.filter(({ address }) => !named.some(({ url }) => url === address)),
    fonts: named.flatMap(({ url }) => (packed.has(url) ? [{ address: url, file: packed.get(url) || url }] : [])),
  }
}
