import { planAllows } from '../../rules/plans.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { DeckOwner } from '../decks/load-deck.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { sentTheme } from '../themes/contract.ts'
import { deleteThemes } from '../themes/queries.ts'
import { createTheme } from '../themes/save-theme.ts'
import type { CollectedSlides } from './collect-slides.ts'
import { builtInThemeOf } from './imported-settings.ts'

/** The theme of a deck whose file brings one, and what the author should know of it. */
interface ImportedTheme {
  /** Null: the deck has none; undefined: the file says nothing. */
  readonly id: number | null | undefined
  readonly remark: string | null
  /** The theme that was added; null: none was. */
  readonly added: number | null
}

/**
 * The theme of a file, without scripts, with the addresses of what was stored. Null: it brings none; a text: why it cannot
 * be kept.
 */
function themeIn(
  { theme }: Readonly<Record<string, unknown>>,
  slides: CollectedSlides,
): Partial<ThemeContent> | string | null {
  if (theme === undefined || theme === null) return null
  const parsed = sentTheme.safeParse(JSON.parse(slides.withUrls(JSON.stringify(theme))))
  if (parsed.success) return { ...parsed.data, js: '', scripts: [] } as Partial<ThemeContent>
  return notKept(parsed.error.issues[0]?.message ?? '')
}

const notKept = (reason: string): string => `The styles of the file could not be kept: ${reason}`

/**
 * Keeps the styles of a file as a theme of the user, unless one of the user's themes has them already. It is applied
 * where the plan of the deck's owner has custom CSS.
 */
export async function importTheme(
  services: Services,
  user: UserRow,
  owner: Pick<DeckOwner, 'plan'>,
  file: { readonly settings: Readonly<Record<string, unknown>>; readonly slides: CollectedSlides },
): Promise<ImportedTheme> {
  const sent = themeIn(file.settings, file.slides)
  const builtIn = builtInThemeOf(file.settings)
  if (sent === null || typeof sent === 'string')
    return { id: builtIn ?? (file.settings.theme_color === undefined ? undefined : null), remark: sent, added: null }
  const save = {
    ...{ services, user, owner: { user: user.id }, request: { ip: '' } },
    transaction: <T>(work: Parameters<typeof services.database.transaction<T>>[0]) =>
      services.database.transaction(work),
  }
  try {
    const { row, isNew } = await createTheme(save, sent, { reuse: true })
    const added = isNew ? row.id : null
    if (planAllows(owner.plan, 'customCss')) return { id: row.id, remark: null, added }
    return {
      ...{ id: null, added },
      remark: `The styles of the file are kept as the theme “${row.name}”. The plan has no custom CSS, so they are not applied.`,
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { id: null, added: null, remark: notKept(error.message) }
  }
}

/** Deletes a theme that importTheme has added, as no deck was made, unless another import has taken it meanwhile. */
export async function undoTheme(services: Services, { added }: Pick<ImportedTheme, 'added'>): Promise<void> {
  if (added === null) return
  await services.database.transaction(async (trx) => {
    const deck = await trx.selectFrom('decks').select('id').where('theme_id', '=', added).executeTakeFirst()
    if (!deck) await deleteUnlessInSlides(trx, services, await deleteThemes(trx, [added]))
  })
}
