import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fontCss, frameAssets } from './api/deck-pages/frame-assets.ts'
import { createMediaReader } from './api/media/read-media.ts'
import type { SlideDocumentMaker } from './api/thumbnails/jobs.ts'
import { renderFrameDocument } from './document/output/frame-document.ts'
import { fontSources } from './player/font-source.ts'
import { frameFields } from './rules/deck-fields.ts'
import { shownTitle } from './rules/deck-url.ts'
import { fragmentStyles } from './rules/fragment-styles.ts'
import { pictureOrigin } from './server/chromium/create-pictures.ts'
import { ASSETS_PATH, readPlayerBuild } from './server/content/player-build.ts'
import { deckFramePolicy } from './server/content/policies.ts'
import { readStaticFiles } from './server/content/static-files.ts'
import type { Services } from './server/services.ts'

const media = '/m/'
/** Fragments that are gone once all of a slide has appeared, or that appear at once. */
const notShown = [...fragmentStyles.filter(({ leaves }) => leaves === 'own').map(({ id }) => id), 'none'].map(
  (name) => `:not(.${name})`,
)
/**
 * A picture shows a slide when all of it has appeared, and nothing of the player around it. A fragment's own turn, which
 * stands in its style attribute, stays: only the shift that it appears with goes.
 */
const still = [
  '.reveal .progress,.reveal .controls{display:none!important}',
  `.reveal .slides section .fragment${notShown.join('')}{opacity:1!important;visibility:visible!important;transform:none}`,
].join('')

/**
 * Makes documents of single slides for pictures, with the same player that shows decks: code is colored and formulas
 * are set. The browser that draws them has no network: the player's files and this instance's own media are answered
 * from here, everything else stays away. `dist` holds the builds; throws, with what to do, when the player was not built.
 */
export function joinSlideDocuments(services: Services, dist: string): SlideDocumentMaker {
  const folder = join(dist, 'player')
  const build = readPlayerBuild(folder)
  const assets = frameAssets(build)
  const files = readStaticFiles(folder)
  const readMedia = createMediaReader(services)
  const answer = async (address: string) => {
    if (address.startsWith(ASSETS_PATH)) {
      const file = files.get(address.slice(ASSETS_PATH.length))
      return file ? { body: file.body('').bytes, type: file.type } : null
    }
    if (!address.startsWith(media)) return null
    const file = await readMedia(`media/${address.slice(media.length)}`)
    if (!file) return null
    const parts: Buffer[] = []
    for await (const part of file.body) parts.push(Buffer.from(part))
    return { body: Buffer.concat(parts), type: file.type }
  }
  return (deck, slideHtml) => {
    const nonce = randomBytes(16).toString('base64url')
    const html = renderFrameDocument({
      title: shownTitle(deck.title),
      slides: slideHtml,
      appearance: deck,
      theme: null,
      settings: {
        mode: 'show',
        origins: { app: new URL(services.settings.baseUrl).origin },
        ...frameFields(deck),
        ...{ transition: 'none', backgroundTransition: 'none', loop: false, autoSlide: 0, slideNumber: false },
        maxScale: 1,
        autoplay: false,
        fontStyles: [],
      },
      assets: { ...assets, firstScript: '', fontCss: fontCss(build, fontSources(deck.theme_font, slideHtml)) },
      overridingCss: still,
      nonce,
    })
    // As in every frame of a deck: should the sanitizer ever let something through, it does not run here either.
    const policy = deckFramePolicy({
      ...{ nonce, self: pictureOrigin, ownOrigin: true, themeScripts: false, mode: 'show', ancestors: ["'none'"] },
    })
    return { html, answer, scripts: true, policy, ready: 'html.ready' }
  }
}
