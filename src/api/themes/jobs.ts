import { randomBytes } from 'node:crypto'
import { escapeText } from '../../document/html.ts'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { defaultSlideSize, type SlideSize, slideSizeOf } from '../../rules/slide-size.ts'
import { appliedSettings } from '../../rules/theme-settings.ts'
import { PictureTooSlow } from '../../server/chromium/picture-too-slow.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import { PermanentJobError } from '../../server/jobs/permanent-job-error.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import type { SlideDocumentMaker } from '../thumbnails/slide-document.ts'
import { deckThemeOf } from './deck-theme.ts'
import { loadTheme } from './load-theme.ts'
import { resanitizedSources } from './prepare-sources.ts'
import { outdatedThemes } from './queries.ts'

const hour = 60 * 60 * 1000
/** Themes per batch. */
const batchSize = 20
/** The longer side of a picture, in px. */
const longerSide = 640

/** The size of a theme's picture: as its slides, small. */
function pictureSize(slides: string): SlideSize {
  const { width, height } = slideSizeOf(slides)
  const scale = longerSide / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const accent = (number: number) =>
  `<span style="display: inline-block; width: 90px; height: 90px; border-radius: 14px; background-color: var(--l-accent-${number});"></span>`

/** The slide that a theme's picture shows: its name, a text with a link, and its accents. */
function sampleSlide(name: string): string {
  const muted = '<span style="color: var(--l-muted-color);">muted</span>'
  return `<section><h1>${escapeText(name)}</h1><p>Text, <a href="#">a link</a>, ${muted}</p><p style="display: flex; gap: 20px; justify-content: center;">${[1, 2, 3, 4, 5, 6].map(accent).join('')}</p></section>`
}

/** Renders and stores a theme's picture. The previous file is deleted a day later, since pages may show it. */
async function drawTheme(services: Services, makeDocument: SlideDocumentMaker, themeId: number): Promise<boolean> {
  const { database, pictures, settings } = services
  const loaded = await loadTheme(database.read, themeId)
  if (!loaded) return false
  const { row } = loaded
  const sized = { slide_size: row.slide_size ?? defaultSlideSize, title: row.name }
  const deck = { ...newDeckSettings, ...appliedSettings(row), ...sized }
  const { html, ...options } = makeDocument(deck, sampleSlide(row.name), deckThemeOf(loaded, settings), loaded.fonts)
  const picture = await pictures.screenshot(html, pictureSize(deck.slide_size), options).catch((error: unknown) => {
    throw error instanceof PictureTooSlow ? new PermanentJobError(error.message) : error
  })
  const key = `thumbnails/theme-${themeId}-${randomBytes(12).toString('hex')}.webp`
  await putFile(services, key, picture, 'image/webp')
  return database.transaction(async (trx) => {
    await recordPossibleOrphans(trx, [row.thumbnail_key], services.now())
    const { numUpdatedRows } = await trx
      .updateTable('themes')
      .set({ thumbnail_key: key, thumbnail_version: row.version })
      .where('id', '=', themeId)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
}

/**
 * Sanitizes themes again that an older sanitizer stored. Returns their number. Each drawing sanitizes outdated themes
 * too. The job can stop anywhere and restart.
 */
async function resanitizeAll({ database, settings }: Services, run: JobRun): Promise<number> {
  const rules = contentRules(settings, 'enterprise')
  let [cleaned, after] = [0, 0]
  for (;;) {
    const rows = await outdatedThemes(database.read, SANITIZER_VERSION, after, batchSize)
    if (rows.length === 0) return cleaned
    for (const row of rows) {
      checkLease(run)
      const { numUpdatedRows } = await database.write
        .updateTable('themes')
        .set({ ...resanitizedSources(row, rules), sanitizer_version: SANITIZER_VERSION })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .executeTakeFirstOrThrow()
      cleaned += Number(numUpdatedRows)
      after = row.id
    }
    await run.progress(0.5)
  }
}

/** Registers the jobs of themes. Without `makeDocument` (the player is not built) themes keep placeholders. */
export function defineThemeJobs(services: Services, makeDocument: SlideDocumentMaker | null): void {
  services.jobs.define('theme-thumbnail', async ({ payload }) => ({
    drawn: makeDocument !== null && (await drawTheme(services, makeDocument, Number(payload.themeId))),
  }))
  services.jobs.every('clean-themes-again', hour, async (run) => ({ cleaned: await resanitizeAll(services, run) }))
}
