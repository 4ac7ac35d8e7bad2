import { renderFrameDocument } from '../../document/output/frame-document.ts'
import { themeSampleFor, themeSampleSlides } from '../../document/theme-sample.ts'
import { frameFields, newDeckSettings } from '../../rules/deck-columns.ts'
import { fontStyles } from '../../rules/font-services.ts'
import { frameLimits } from '../../rules/frame-limits.ts'
import { messages } from '../../rules/messages.ts'
import { fontFaces } from '../../rules/own-fonts.ts'
import { defaultSlideSize, type SlideSize, slideSizeOf, slideSizeText } from '../../rules/slide-size.ts'
import { themeFonts } from '../../rules/theme-fonts.ts'
import { appliedSettings } from '../../rules/theme-settings.ts'
import type { ContentHosts } from '../../server/content/content-hosts.ts'
import { frameAddress } from '../../server/content/frame-address.ts'
import type { FrameDeck, FrameSource, FrameView } from '../../server/content/frame-source.ts'
import type { PlayerBuild } from '../../server/content/player-build.ts'
import { frameSandbox } from '../../server/content/policies.ts'
import type { SampleFrame } from '../../server/content/sample-frames.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { fontCss, frameAssets } from '../deck-pages/frame-assets.ts'
import { deckThemeOf } from './deck-theme.ts'
import { type LoadedTheme, loadTheme } from './load-theme.ts'

const PREVIEW_SCRIPT = 'src/player/theme-preview.ts'

/** Inputs of the frames of sample decks. */
export interface ThemeFrameOptions {
  readonly services: Services
  readonly build: PlayerBuild
  readonly hosts: () => ContentHosts
  /** The style sheets with the font faces of a font theme. */
  readonly fontSources: (font: string, slides: string, theme: null) => readonly string[]
}

/** The sample decks of themes. */
export interface ThemeFrames {
  /** The frames of decks and of sample decks. */
  with(decks: FrameSource): FrameSource
  /**
   * The frame's address, valid for ten minutes; null if there is no such theme. `slideSize`: instead of the stored one.
   */
  addressOf(themeId: number, slideSize?: string): Promise<SampleFrame | null>
}

/** Sample decks share hosts, tokens and policies with decks, under negative ids, which no deck has. */
const frameIdOf = (themeId: number) => -themeId

/** Slides of another size than the stored one are versions of the sample deck: both sides are below 10,000 px. */
const versionOf = ({ width, height }: SlideSize) => width * 10_000 + height
const sizeOfVersion = (version: number) =>
  slideSizeText({ width: Math.floor(version / 10_000), height: version % 10_000 })

/** All fonts, since the author tries them; browsers load those that are used. */
function allFonts({ build, fontSources }: ThemeFrameOptions): string {
  const sources = themeFonts.flatMap(({ id }) => fontSources(id, themeSampleSlides, null))
  return fontCss(build, [...new Set(sources)])
}

type Assets = Parameters<typeof renderFrameDocument>[0]['assets']

function sampleDeck(options: ThemeFrameOptions, assets: Assets, loaded: LoadedTheme): FrameDeck {
  const { settings } = options.services
  const { row } = loaded
  const theme = deckThemeOf(loaded, settings)
  const render = ({ mode, autoplay, version }: FrameView, nonce: string | null): string => {
    if (mode === 'print') throw new HttpError(404, messages.access.notFound)
    const slide_size = version === undefined ? (row.slide_size ?? defaultSlideSize) : sizeOfVersion(version)
    const deck = { ...newDeckSettings, ...appliedSettings(row), slide_size }
    return renderFrameDocument({
      ...{ title: row.name, slides: themeSampleFor(slideSizeOf(deck.slide_size)), appearance: deck, nonce },
      assets: { ...assets, fontCss: assets.fontCss + fontFaces(loaded.fonts) },
      // The styles stand apart, at the end of the head, where the preview's script replaces them.
      theme: theme && { ...theme, css: '' },
      overridingCss: theme?.css || ':root{}',
      settings: {
        ...{ mode, autoplay, origins: { app: new URL(settings.baseUrl).origin } },
        ...frameFields(deck),
        maxScale: frameLimits.upsizingMaxScale,
        fontStyles: fontStyles(row),
      },
      moreScripts: [options.build.url(PREVIEW_SCRIPT)],
    })
  }
  return {
    id: frameIdOf(row.id),
    version: row.version,
    isPublic: false,
    shape: '',
    themeScripts: theme !== null && (theme.js !== null || theme.scripts.length > 0),
    document: async (view, nonce) => ({ html: render(view, nonce), isPreliminary: false }),
  }
}

/** Makes the frames of sample decks. */
export function themeFrames(options: ThemeFrameOptions): ThemeFrames {
  const { services, build, hosts } = options
  const assets = { ...frameAssets(build), fontCss: allFonts(options) }
  const find = async (themeId: number): Promise<FrameDeck | null> => {
    const loaded = await loadTheme(services.database.read, themeId)
    return loaded && sampleDeck(options, assets, loaded)
  }
  return {
    with: (decks) => async (id, grant) => (id < 0 ? find(-id) : decks(id, grant)),
    addressOf: async (themeId, slideSize) => {
      const deck = await find(themeId)
      if (!deck) return null
      const version = slideSize === undefined ? {} : { version: versionOf(slideSizeOf(slideSize)) }
      const view = { mode: 'speaker', autoplay: false, notes: false, grant: 'role', ...version } as const
      const context = { keys: services.keys, hosts: hosts(), build: build.fingerprint, now: services.now().getTime() }
      const address = frameAddress(deck, view, context)
      return { ...address, sandbox: frameSandbox(address.ownOrigin, view.mode) }
    },
  }
}
