/** Draws the pictures of the built-in themes; see scripts/theme-pictures.ts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp, { type OverlayOptions } from 'sharp'
import { loadBuiltIn } from '../../api/themes/built-in.ts'
import { deckThemeOf } from '../../api/themes/deck-theme.ts'
import { blocks } from '../../blocks/index.ts'
import type { Slide } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { fitLayout } from '../../editor/templates/fit-layout.ts'
import { area, centered, headline } from '../../editor/templates/layout-parts.ts'
import { layouts } from '../../editor/templates/layouts.ts'
import { joinSlideDocuments } from '../../join-slide-documents.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { defaultSlideSize, slideSizeOf } from '../../rules/slide-size.ts'
import type { ThemeRoleId } from '../../rules/theme-roles.ts'
import { appliedSettings } from '../../rules/theme-settings.ts'
import { createPictures } from '../../server/chromium/create-pictures.ts'
import type { Services } from '../../server/services.ts'
import type { BuiltInTheme } from '../../themes/built-in-theme.ts'
import { builtInThemes } from '../../themes/index.ts'
import { fillLayout, layoutWords } from './sample-content.ts'

const [, , only = '', slideSize = defaultSlideSize] = process.argv
const root = join(import.meta.dirname, '..', '..', '..')
const size = slideSizeOf(slideSize)
const isUsual = slideSize === defaultSlideSize

const settings = { baseUrl: 'http://localhost:3000', contentUrl: null, themeScripts: 'off' } as const
// Built-in themes need no other service.
const documents = joinSlideDocuments({ settings } as unknown as Services, join(root, 'dist'))
const pictures = createPictures({ chromiumPath: process.env.CHROMIUM_PATH ?? null, log: pino({ level: 'warn' }) })

function draw(theme: BuiltInTheme, slide: Slide): Promise<Uint8Array> {
  const loaded = loadBuiltIn(theme.id)
  const deck = { ...newDeckSettings, ...appliedSettings(theme.content), title: '', slide_size: slideSize }
  const { html, ...options } = documents(deck, renderSlide(slide, blocks), deckThemeOf(loaded, settings), [])
  return pictures.screenshot(html, size, options)
}

const columns = 4
const cell = { width: 400, height: Math.round((400 * size.height) / size.width) }
const gap = 12

/** A sheet of slides in rows. */
async function drawSheet(theme: BuiltInTheme, path: string): Promise<void> {
  const tiles: OverlayOptions[] = []
  for (const [index, { id, slide }] of layouts.entries()) {
    const picture = await draw(theme, fillLayout(fitLayout(slide(), size), layoutWords[id] ?? []))
    const input = await sharp(picture).resize(cell).toBuffer()
    const [column, row] = [index % columns, Math.floor(index / columns)]
    tiles.push({ input, left: gap + column * (cell.width + gap), top: gap + row * (cell.height + gap) })
  }
  const rows = Math.ceil(layouts.length / columns)
  const create = {
    ...{ width: columns * (cell.width + gap) + gap, height: rows * (cell.height + gap) + gap },
    ...{ channels: 3 as const, background: '#8a8f98' },
  }
  await sharp({ create }).composite(tiles).webp({ quality: 68, effort: 6 }).toFile(path)
}

/** The picture of a theme in lists: its name, large, and its accents. */
async function drawThumbnail(theme: BuiltInTheme): Promise<void> {
  const accents = [1, 2, 3, 4, 5, 6]
    .map((number) => area([200 + (number - 1) * 98, 470, 70, 70], `accent-${number}` as ThemeRoleId))
    .map((block, index) => ({
      ...block,
      props: { ...(block.props as object), shape: index % 2 === 0 ? 'rectangle' : 'ellipse' },
    }))
  const name = headline([20, 160, 920, 260], { ...centered, 'font-size': '62px' }, 'middle')
  const picture = await draw(theme, fillLayout(newSlide([name, ...accents]), [theme.content.name]))
  const small = await sharp(picture).resize(480, 350).webp({ quality: 78, effort: 6 }).toBuffer()
  writeFileSync(join(root, 'src', 'themes', theme.folder, 'picture.webp'), small)
}

const folder = isUsual ? join(root, 'docs', 'pictures', 'themes') : join(root, 'test-results', 'themes')
mkdirSync(folder, { recursive: true })
for (const theme of builtInThemes) {
  if (only !== '' && only !== 'all' && only !== theme.folder) continue
  if (isUsual) await drawThumbnail(theme)
  await drawSheet(theme, join(folder, `${theme.folder}${isUsual ? '' : `-${slideSize}`}.webp`))
  console.log(theme.folder)
}
await pictures.close()
