import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { singleStack, verticalStack } from '../../document/structure.ts'
import { newDeckSettings } from '../../rules/deck-columns.ts'
import { findChromium } from '../../server/chromium/find-chromium.ts'
import type { PackageInput } from './deck-package.ts'
import { singlePage } from './single-page.ts'
import { zipDeck } from './zip-deck.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const id = (number: number) => number.toString(16).padStart(32, '0')
const block = (
  number: number,
  type: string,
  inside: string,
  more = 'left: 80px; top: 60px; width: 600px; height: 300px;',
) =>
  `<div class="block" data-block-type="${type}" data-block-id="${number.toString(16).padStart(16, '0')}" style="${more}">${inside}</div>`
const section = (number: number, inside: string, more = '') =>
  `<section data-id="${id(number)}"${more}>\n${inside}\n</section>`

const html = {
  [id(1)]: section(
    1,
    block(1, 'text', '<div class="block-content"><h1>Hello</h1></div>') +
      block(2, 'image', '<div class="block-content"><img src="/m/abcdefgh1.png" alt="x"></div>'),
  ),
  [id(2)]: section(
    2,
    block(
      3,
      'code',
      '<pre class="block-content"><code data-language="typescript" data-line-numbers="1|2">const a = 1\nlet b</code></pre>',
    ),
  ),
  [id(3)]: section(
    3,
    block(4, 'math', '<div class="block-content" data-latex="x^2">\\[x^2\\]</div>'),
    ' data-background-image="/m/abcdefgh1.png"',
  ),
  [id(4)]: section(4, '<p class="fragment">Later</p>', ' data-visibility="hidden"'),
}

function input(more: Partial<PackageInput> = {}): PackageInput {
  const settings = { ...newDeckSettings, title: 'Bees', theme_font: 'lato', slide_number: true }
  const structure = { stacks: [singleStack(id(1)), verticalStack([id(2), id(3)]), singleStack(id(4))], after: '\n' }
  return {
    deck: settings,
    content: { version: 1, structure, html, notes: { [id(1)]: 'Say <it>' } },
    ...{ theme: null, themeContent: null, fonts: [], notes: true, hidden: true },
    readMedia: (key) =>
      Promise.resolve(
        key === 'media/abcdefgh1.png'
          ? { body: Readable.from([picture]), size: picture.length, type: 'image/png' }
          : null,
      ),
    sign: (hash) => `signed-${hash.slice(0, 8)}`,
    ...more,
  }
}

async function unzipped(given: PackageInput): Promise<Record<string, Uint8Array>> {
  const parts: Buffer[] = []
  for await (const part of await zipDeck(given)) parts.push(part as Buffer)
  return unzipSync(Buffer.concat(parts))
}

describe('a packed deck', () => {
  let folder: string
  let browser: Browser
  let files: Record<string, Uint8Array>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'package-'))
    files = await unzipped(input())
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
    await writeFile(join(folder, 'single.html'), await singlePage(input()))
    const found = await findChromium(process.env.CHROMIUM_PATH ?? null)
    browser = await chromium.launch({
      executablePath: found.executablePath,
      env: { ...(process.env as Record<string, string>), ...found.env },
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['index.html', 'single.html'])(
    '%s opens from the disk without a network, and no request fails',
    async (name) => {
      const context = await browser.newContext({ offline: true })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('requestfailed', (request) => problems.push(request.url().slice(0, 200)))
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(pathToFileURL(join(folder, name)).href)
      await page.waitForFunction('Reveal.isReady()')
      // The first slide, and the two of the stack; the second has two steps.
      for (const step of [1, 2, 3]) await page.evaluate(`Reveal.next(), ${step}`)
      await page.evaluate('Reveal.slide(1, 0, 0)')
      const shown = await page.evaluate(`(() => {
      const lit = [...document.querySelectorAll('.code-line')].map((line) => line.classList.contains('is-lit'))
      const image = document.querySelector('img')
      return { lit, picture: image.naturalWidth, formula: document.querySelector('.katex-html') !== null, slides: Reveal.getTotalSlides(), fonts: [...document.fonts].filter((face) => face.status === 'error').length }
    })()`)
      expect(shown).toEqual({ lit: [false, true], picture: 1, formula: true, slides: 3, fonts: 0 })
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test('the ZIP has the page, the fonts with their licenses, the media and what is needed to read it back', () => {
    const names = Object.keys(files)
    expect(names).toEqual(
      expect.arrayContaining([
        'index.html',
        'deck.json',
        'fonts/LICENSES.txt',
        'reveal/LICENSE.txt',
        'media/abcdefgh1.png',
      ]),
    )
    expect(Buffer.from(files['media/abcdefgh1.png']!).equals(picture)).toBe(true)
    const about = JSON.parse(strFromU8(files['deck.json']!))
    const hash = createHash('sha256').update(picture).digest('hex')
    expect(about).toMatchObject({
      lectern: 'deck',
      slides: html,
      notes: { [id(1)]: 'Say <it>' },
      settings: { title: 'Bees' },
    })
    expect(about.files).toEqual([
      { address: '/m/abcdefgh1.png', file: 'media/abcdefgh1.png', hash, proof: `signed-${hash.slice(0, 8)}` },
    ])
  })

  test.each([
    ['when its address is written', 0, html],
    ['when its bytes are written', 1, html],
    ['and used once when its bytes are written', 1, { ...html, [id(3)]: section(3, '<p>No picture</p>') }],
  ])('a file that is gone %s has no address in the page', async (_, reads, slides) => {
    let left = reads
    const readMedia = (key: string) => (left-- > 0 ? input().readMedia(key) : Promise.resolve(null))
    const missing: string[] = []
    const given = input({ readMedia, content: { ...input().content, html: slides } })
    const parts: string[] = []
    for await (const part of await singlePage(given, (name) => missing.push(name))) parts.push(part)
    const written = parts.join('')
    expect(new Set(missing)).toEqual(new Set(['abcdefgh1.png']))
    expect(written).not.toMatch(/data:,|data:image\/png;base64,"|lectern[0-9a-f]{24}:/)
    expect(/<img src=""/.test(written)).toBe(reads === 0 || slides !== html)
  })

  test('notes and hidden slides are left out where the reader may not have them', async () => {
    const less = await unzipped(input({ notes: false, hidden: false }))
    const written = strFromU8(less['index.html']!) + strFromU8(less['deck.json']!)
    expect(written).not.toContain('Say')
    expect(written).not.toContain('Later')
    expect(strFromU8(files['index.html']!)).toContain('Later')
  })

  test('scripts of a theme are never in it', async () => {
    const theme = { html: '', css: 'h1 { color: red; }', variables: {}, footer: '' }
    const themeContent = {
      name: 'Brand',
      js: 'run()',
      scripts: [{ url: 'https://x.example/a.js', integrity: null }],
      snippets: [],
    } as never
    const packed = await unzipped(input({ theme, themeContent }))
    const written = strFromU8(packed['index.html']!) + strFromU8(packed['deck.json']!)
    expect(written).toContain('h1 { color: red; }')
    expect(written).not.toMatch(/run\(\)|x\.example/)
  })
})
