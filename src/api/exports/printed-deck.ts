import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { DrawnTheme } from '../../document/output/frame-types.ts'
import { withImageCandidates } from '../../document/output/image-candidates.ts'
import { ownFontCss } from '../../document/output/own-font-css.ts'
import { renderPrintDocument } from '../../document/output/print-document.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { pictureOrigin } from '../../server/chromium/answer-requests.ts'
import { ASSETS_PATH, type PlayerBuild } from '../../server/content/player-build.ts'
import { deckFramePolicy } from '../../server/content/policies.ts'
import type { StaticFile } from '../../server/content/static-files.ts'
import type { Services } from '../../server/services.ts'
import { fontCss, printAssets } from '../deck-pages/frame-assets.ts'
import { dataOf } from '../decks/read-content.ts'
import { imageCandidates } from '../media/image-candidates.ts'
import type { ExportInput, PrintedDeckOptions } from './export-format.ts'
import { createPictureSource } from './picture-source.ts'
import type { PrintedDeckOpener } from './run-export.ts'

/** Prepares the printable document for a file. */
const EXPORT_SCRIPT = 'src/player/prepare-export.ts'

/** What the documents of exports are made from. */
export interface PrintedDeckSources {
  readonly services: Services
  readonly build: PlayerBuild
  /** The player's files by name. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** The style sheets with the font faces that a deck needs: its theme font and those named by its slides. */
  readonly fontSources: (font: string, slides: string, theme: DrawnTheme | null) => readonly string[]
}

type Input = Omit<ExportInput, 'withPrintedDeck'>

/** Renders the document of an export. */
async function renderDocument(
  { services, build, fontSources }: PrintedDeckSources,
  { deck, content, language, readable, theme, fonts }: Input,
  { notes = false, hidden = false, steps = false, tagged = false, paper = 'slide' }: PrintedDeckOptions,
  nonce: string,
): Promise<string> {
  const stored = dataOf(content)
  const { candidates } = await imageCandidates(services.database.read, stored)
  const target = { slide: slideSizeOf(deck.slide_size), isPrinted: true, isFile: true }
  const slides = withImageCandidates(stored, candidates, target)
  const own = ownFontCss(fonts, slides + deck.footer, theme, true)
  return renderPrintDocument({
    title: shownTitle(deck.title),
    ...{ slides, language, nonce, paper, appearance: deck, slideNumber: deck.slide_number },
    theme: theme && { ...theme, js: null, scripts: [] },
    notes: notes && readable.notes ? content.notes : null,
    hidden: hidden && readable.hidden,
    settings: {
      origins: { app: new URL(services.settings.baseUrl).origin },
      fontStyles: [],
      exported: { steps, tagged },
    },
    assets: {
      ...printAssets(build),
      moduleUrls: build.moduleUrls(EXPORT_SCRIPT),
      fontCss: fontCss(build, fontSources(deck.theme_font, slides, theme)) + own,
    },
  })
}

/** Runs in the page: counts the sheets with all pictures and painted code. */
const loadedSheets = `(() => {
  const sheets = [...document.querySelectorAll('.sheet')]
  const isDone = (sheet) => [...sheet.querySelectorAll('img')].every((one) => one.complete) &&
    sheet.querySelector('pre code:not(.hljs), [data-latex]:not(:has(.katex))') === null
  return { done: sheets.filter(isDone).length, of: sheets.length }
})()`

/**
 * Opens decks as printed in a browser without network: requests for the player's files and this instance's media are
 * answered here, all others fail.
 */
export function printedDeckOpener(sources: PrintedDeckSources): PrintedDeckOpener {
  const { services, files } = sources
  return async (input, options, work) => {
    const nonce = randomBytes(16).toString('base64url')
    const html = await renderDocument(sources, input, options, nonce)
    const picture = createPictureSource(input.readMedia)
    const answer = async (address: string) => {
      if (!address.startsWith(ASSETS_PATH)) return picture(address)
      const file = files.get(address.slice(ASSETS_PATH.length))
      return file ? { body: file.body('').bytes, type: file.type } : null
    }
    // The CSP of deck frames: a script that the sanitizer missed does not run here either.
    const policy = deckFramePolicy({
      ...{ nonce, self: pictureOrigin, ownOrigin: true, themeScripts: false, mode: 'print', ancestors: ["'none'"] },
    })
    const size = slideSizeOf(input.deck.slide_size)
    const whileLoading = async (page: Page) => {
      const { done, of } = (await page.evaluate(loadedSheets)) as { done: number; of: number }
      input.progress(done, of)
    }
    const document = { html, answer, policy, size, whileLoading, ready: 'html.ready', signal: input.signal }
    return services.exportBrowsers.withPage(document, work)
  }
}
