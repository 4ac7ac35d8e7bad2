import { slideIds } from '../../document/structure.ts'
import { frameLimits } from '../../rules/frame-limits.ts'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { isSlideSize, type SlideSize, slideSizeOf, slideSizeText } from '../../rules/slide-size.ts'
import type { ImportedContent } from '../../server/db/import-tables.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { structureAt } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import type { newDeck } from '../decks/contract.ts'
import { createDeck } from '../decks/create-deck.ts'
import { deckOwner, loadDeckFor } from '../decks/load-deck.ts'
import { prepareContentInWorker } from '../sanitize-in-worker.ts'
import { teamById } from '../teams/queries.ts'
import type { CollectedSlides } from './collect-slides.ts'
import { ImportError } from './import-error.ts'
import { allowedSettings } from './imported-settings.ts'
import { importTheme, undoTheme } from './imported-theme.ts'
import type { ReadHead, ReadSettings } from './process/reader.ts'
import type { ImportRow } from './queries.ts'
import { withoutThemeOfFile, withThemeOfFile } from './theme-values.ts'

/** The size that the slides get: of the deck that they are added to; null: the file decides. */
export async function targetSize(services: Services, row: ImportRow): Promise<SlideSize | null> {
  if (row.mode !== 'append' || row.deck_id === null) return null
  const loaded = await loadDeckFor(services.database.read, row.deck_id, row.user_id)
  return loaded && slideSizeOf(loaded.deck.slide_size)
}

/** A slide size as stored, each side clamped to the limits of decks. */
function allowedSize({ width, height }: SlideSize): string {
  const text = slideSizeText({ width, height })
  if (isSlideSize(text)) return text
  const side = (px: number) => Math.min(frameLimits.sideMax, Math.max(frameLimits.sideMin, Math.round(px)))
  return slideSizeText({ width: side(width), height: side(height) })
}

/** The title of a new deck: the file's own, else the file's name. */
function titleOf(head: ReadHead, fileName: string): string {
  const own = head.title.replaceAll(/\s+/g, ' ').trim()
  const named = fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '').trim()
  return (own || named || 'Imported deck').slice(0, limits.deck.title)
}

/** What was read, ready to be stored. */
export interface ReadFile {
  readonly head: ReadHead
  readonly slides: CollectedSlides
  readonly settings: ReadSettings
}

/** The slides, with or without the theme of their file. */
function slidesOf({ slides, settings }: ReadFile, change: typeof withThemeOfFile): string {
  return slides.html.map((html) => change(html, settings)).join('\n')
}

/** Creates the deck, with its theme. A repeated call returns the deck of the first. */
export async function makeDeckOf(services: Services, user: UserRow, row: ImportRow, read: ReadFile): Promise<number> {
  const { plan } = deckOwner(user, await teamById(services.database.read, user.team_id))
  const theme = await importTheme(services, user, { plan }, read)
  if (theme.remark) read.slides.remark(theme.remark)
  const sent = {
    ...allowedSettings(read.settings, plan),
    ...(theme.id === undefined ? {} : { theme_id: theme.id }),
    title: titleOf(read.head, row.file_name),
    slide_size: allowedSize(read.head.size),
    data: slidesOf(read, typeof theme.id === 'number' ? withThemeOfFile : withoutThemeOfFile),
    save_id: `import-${String(row.id).padStart(10, '0')}`,
  } as typeof newDeck._output
  try {
    return (await createDeck(services, user, sent)).deck.id
  } catch (error) {
    await undoTheme(services, theme)
    throw error
  }
}

/** The ids of a deck's slides, in order. */
export async function slideIdsOf(db: Db, deckId: number): Promise<readonly string[]> {
  const deck = await db.selectFrom('decks').select('version').where('id', '=', deckId).executeTakeFirst()
  const stored = deck && (await structureAt(db, deckId, deck.version))
  return stored ? slideIds(stored.structure) : []
}

/** Whether the file brings a theme of which its slides lose something without it; see theme-values.ts. */
function hasStyles({ theme, theme_values: values }: ReadSettings): boolean {
  const { css = '', html = '' } = (theme ?? {}) as { readonly css?: string; readonly html?: string }
  return values === undefined && `${css}${html}` !== ''
}

/** The slides for the editor of a deck, sanitized for its owner's plan. */
export async function contentFor(services: Services, row: ImportRow, read: ReadFile): Promise<ImportedContent> {
  const loaded = row.deck_id === null ? null : await loadDeckFor(services.database.read, row.deck_id, row.user_id)
  if (!loaded) throw new ImportError(importMessages.failed)
  if (hasStyles(read.settings)) read.slides.remark(importMessages.withoutStyles)
  const rules = contentRules(services.settings, loaded.owner.plan)
  const prepared = await prepareContentInWorker({ data: slidesOf(read, withoutThemeOfFile) }, rules)
  const slides = prepared?.slides ?? []
  const notes = slides.flatMap(({ slide_id, notes: text }) => (text ? [[slide_id, text] as const] : []))
  const settings =
    row.mode === 'replace'
      ? { ...allowedSettings(read.settings, loaded.owner.plan), slide_size: allowedSize(read.head.size) }
      : {}
  return { data: slides.map(({ html }) => html).join('\n'), notes: Object.fromEntries(notes), settings }
}
