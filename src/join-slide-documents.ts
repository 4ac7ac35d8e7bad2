import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fontCss, frameAssets } from './api/deck-pages/frame-assets.ts'
import { createMediaReader } from './api/media/read-media.ts'
import type { SlideDocumentMaker } from './api/thumbnails/slide-document.ts'
import { fontSources } from './blocks/font-source.ts'
import { renderFrameDocument } from './document/output/frame-document.ts'
import { ownFontCss } from './document/output/own-font-css.ts'
import { frameFields } from './rules/deck-columns.ts'
import { shownTitle } from './rules/deck-url.ts'
import { fragmentClasses, fragmentVisibility } from './rules/fragment-styles.ts'
import { pictureOrigin } from './server/chromium/answer-requests.ts'
import { ASSETS_PATH, readPlayerBuild } from './server/content/player-build.ts'
import { deckFramePolicy } from './server/content/policies.ts'
import { readStaticFiles } from './server/content/static-files.ts'
import type { Services } from './server/services.ts'

const media = '/m/'
/** Fragment styles whose final state is hidden, or that are visible at once. */
const notShown = [...fragmentClasses.filter((id) => fragmentVisibility(id) === 'before'), 'none'].map(
  (name) => `:not(.${name})`,
)
/**
 * Shows a slide with all fragments in their final state, without the player's controls. A fragment keeps the rotation of
 * its style attribute and loses only the offset of its animation (blocks/fragment-styles.css).
 */
const still = [
  '.reveal .progress,.reveal .controls{display:none!important}',
  '.reveal{--fragments:shown}',
  `.reveal .slides section .fragment${notShown.join('')}{opacity:1!important;visibility:visible!important;transform:none}`,
].join('')

/**
 * Creates documents of single slides for thumbnails, with the player of decks: code is highlighted, formulas are typeset.
 * The browser that draws them has no network: `answer` serves the player's files and this instance's media, and all other
 * requests fail. `dist`: the folder of the builds. Throws an Error that names the build command if the player was not
 * built.
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
  return (deck, slideHtml, theme, fonts) => {
    const nonce = randomBytes(16).toString('base64url')
    const css = fontCss(build, fontSources(deck.theme_font, slideHtml, theme)) + ownFontCss(fonts, slideHtml, theme)
    const html = renderFrameDocument({
      title: shownTitle(deck.title),
      slides: slideHtml,
      appearance: deck,
      theme: theme && { ...theme, js: null, scripts: [] },
      settings: {
        // Without the margin of pages: what covers a slide reaches the picture's edges.
        mode: 'preview',
        origins: { app: new URL(services.settings.baseUrl).origin },
        ...frameFields(deck),
        ...{ transition: 'none', backgroundTransition: 'none', loop: false, autoSlide: 0, slideNumber: false },
        maxScale: 1,
        autoplay: false,
        fontStyles: [],
      },
      assets: { ...assets, firstScript: '', fontCss: css },
      overridingCss: still,
      nonce,
    })
    // The CSP of deck frames: a script that the sanitizer missed does not run here either.
    const policy = deckFramePolicy({
      ...{ nonce, self: pictureOrigin, ownOrigin: true, themeScripts: false, mode: 'show', ancestors: ["'none'"] },
    })
    return { html, answer, scripts: true, policy, ready: 'html.ready' }
  }
}
