import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readForeignPage } from '../../../document/import/foreign-page.ts'
import type { ReadSlide } from '../process/reader.ts'
import { readHtmlFile } from './read-html-file.ts'

vi.mock('../../../document/import/foreign-page.ts', { spy: true })

test('a page is parsed once: with 100 MB of pictures in it, that takes most of the time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-page-'))
  try {
    const path = join(folder, 'page.html')
    await writeFile(path, '<!doctype html><div class="reveal"><div class="slides"><section>One</section></div></div>')
    const slides: ReadSlide[] = []
    const sink = { begin: async () => {}, slide: async (slide: ReadSlide) => void slides.push(slide) }
    await readHtmlFile({ path, fileName: 'page.html', options: {}, size: null }, sink, async () => null)
    expect(slides.map(({ html }) => html.includes('One'))).toEqual([true])
    expect(readForeignPage).toHaveBeenCalledTimes(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
