import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { fontsUsedIn } from '../../blocks/fonts.ts'
import { blockDataAttributes } from '../../blocks/index.ts'
import { readDeckFile } from '../../document/deck-file.ts'
import { filterCss } from '../../document/sanitize/css/filter-css.ts'
import { sanitize } from '../../document/sanitize/sanitize.ts'
import { deckFields } from '../../rules/deck-columns.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { contrastReport } from '../../rules/theme-contrast.ts'
import { themeRoles } from '../../rules/theme-roles.ts'
import { validateFontFamilies } from '../../rules/theme-settings.ts'
import { createLessCompiler } from '../../server/less/compile-less.ts'
import { builtInThemes } from '../../themes/index.ts'
import { builtInPicture, builtInRow } from './built-in.ts'

const compiler = createLessCompiler({ mediaHosts: [], compileTime: 60_000 })
afterAll(() => compiler.close())

const themesFolder = join(import.meta.dirname, '..', '..', 'themes')

test('each folder of a theme is in the list, and each id, name and folder is there once', () => {
  const folders = readdirSync(themesFolder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  expect(builtInThemes.map(({ folder }) => folder).toSorted()).toEqual(folders.toSorted())
  expect(new Set(builtInThemes.map(({ id }) => id)).size).toBe(folders.length)
  expect(new Set(builtInThemes.map(({ content }) => content.name)).size).toBe(folders.length)
})

describe.each(builtInThemes.map((theme) => [theme.folder, theme] as const))(
  'the built-in theme %s',
  (folder, theme) => {
    const css = readFileSync(join(themesFolder, folder, 'theme.css'), 'utf8')
    const { content } = theme

    test('passes AA in every pair of roles', () => {
      expect(Object.keys(content.colors).toSorted()).toEqual(themeRoles.map(({ id }) => id).toSorted())
      const failed = contrastReport(content.colors as Parameters<typeof contrastReport>[0]).filter(
        (pair) => !pair.passes,
      )
      expect(failed.map(({ role, ratio }) => [role.id, ratio])).toEqual([])
    })

    test('compiles, and passes the filter and the sanitizer without losing anything', async () => {
      expect(filterCss(css, { mediaHosts: [] }).removed).toEqual([])
      const options = { context: 'theme-html', customClasses: true, mediaHosts: [], appHosts: [] } as const
      const clean = sanitize(content.html, { ...options, blockAttributes: blockDataAttributes })
      expect(clean.removed).toEqual([])
      expect(clean.html).toBe(content.html)
      expect((await compiler.compile(css, 'test')).removed).toEqual([])
      expect(builtInRow(theme.id)?.css).not.toBe('')
    })

    test('uses bundled fonts, and options that every plan has', () => {
      for (const families of [content.heading_font, content.body_font]) {
        expect(families && validateFontFamilies(families)).toBeNull()
        expect(fontsUsedIn(`font-family: ${families};`).length).toBeGreaterThan(0)
      }
      expect(themeColor(content.color)).toMatchObject({ id: content.color })
      expect(themeColor(content.color).pro).toBeUndefined()
      const { rule } = deckFields.transition
      expect(rule.options.find(({ id }) => id === content.transition)).toMatchObject({ id: content.transition })
    })

    test('has a picture and an example', async () => {
      const { width, height, format } = await sharp(builtInPicture(theme.id) as Buffer).metadata()
      expect({ width, height, format }).toEqual({ width: 480, height: 350, format: 'webp' })
      const examples = readdirSync('examples').filter((name) => name.endsWith('.html'))
      const named = examples.map(
        (name) => readDeckFile(readFileSync(join('examples', name), 'utf8')).meta['lectern:theme'],
      )
      expect(named).toContain(folder)
    })
  },
)
