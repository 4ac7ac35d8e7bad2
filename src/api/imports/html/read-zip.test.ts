import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { singleStack, verticalStack } from '../../../document/structure.ts'
import { newDeckSettings } from '../../../rules/deck-columns.ts'
import type { PackageInput } from '../../deck-packages/deck-package.ts'
import { singlePage } from '../../deck-packages/single-page.ts'
import { zipDeck } from '../../deck-packages/zip-deck.ts'
import type { ImportReader, ReadHead, ReadMedia } from '../process/reader.ts'
import { markdownPage } from './markdown-page.ts'
import { readHtmlFile, readMarkdownFile } from './read-html-file.ts'
import { readZip } from './read-zip.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-zip-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Read {
  readonly head: ReadHead
  /** The slides with the addresses of the package. */
  readonly html: string
  readonly media: readonly ReadMedia[]
  readonly remarks: readonly (readonly string[])[]
  readonly settings: Readonly<Record<string, unknown>>
}

async function read(reader: ImportReader, fileName: string, bytes: Uint8Array | string): Promise<Read> {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const slides: string[] = []
  const media: ReadMedia[] = []
  const remarks: (readonly string[])[] = []
  let head: ReadHead | null = null
  const settings = await reader(
    { path, fileName, options: {}, size: null },
    {
      begin: async (one) => {
        head = one
      },
      slide: async (slide) => {
        slides.push(slide.html)
        media.push(...slide.media)
        remarks.push(slide.remarks)
      },
    },
  )
  return { head: head!, html: slides.join('\n'), media, remarks, settings }
}

const zipped = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
    ) as Zippable,
  )

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const id = (number: number) => number.toString(16).padStart(32, '0')

describe('a packed deck is read back', () => {
  const text =
    '<div class="block" data-block-type="text" data-block-id="00000000000000a1" style="left: 80px; top: 60px; width: 800px; height: 200px;"><div class="block-content"><h1>A &amp; B</h1></div></div>'
  const code =
    '<div class="block" data-block-type="code" data-block-id="00000000000000a7" style="left: 100px; top: 100px; width: 700px; height: 300px;"><pre class="block-content" data-l-numbers="on"><code data-language="typescript" data-line-numbers="1|2">const a = 1\nconst b = a &lt; 2</code></pre></div>'
  const math =
    '<div class="block" data-block-type="math" data-block-id="00000000000000a8" style="left: 200px; top: 300px; width: 560px; height: auto;"><div class="block-content" data-latex="e^{i\\pi}">\\[e^{i\\pi}\\]</div></div>'
  const html = {
    [id(1)]: `<section data-id="${id(1)}" data-background-image="/m/abcdefgh1.png">\n${text}\n</section>`,
    [id(2)]: `<section data-id="${id(2)}">${code}<p class="fragment">By hand</p></section>`,
    [id(3)]:
      `<section data-id="${id(3)}" data-visibility="hidden">\n${math}<img src="/m/abcdefgh1.png" alt="">\n</section>`,
  }
  const structure = { stacks: [singleStack(id(1)), verticalStack([id(2), id(3)], { class: 'both' })], after: '' }
  const footer = JSON.stringify({ number: { place: 'bottom-end', size: 'small' } })
  const deck = {
    ...newDeckSettings,
    title: 'Bees',
    footer,
    slide_size: '1280x720',
    transition: 'zoom',
    slide_number: true,
  }
  const input: PackageInput = {
    deck,
    content: { version: 1, structure, html, notes: { [id(2)]: 'Say "this"\nand that' } },
    ...{ theme: null, themeContent: null, fonts: [], notes: true, hidden: true },
    readMedia: (key) =>
      Promise.resolve(
        key === 'media/abcdefgh1.png'
          ? { body: Readable.from([picture]), size: picture.length, type: 'image/png' }
          : null,
      ),
    sign: () => 'proof',
  }
  const packed = {
    zip: async () => {
      const parts: Buffer[] = []
      for await (const part of await zipDeck(input)) parts.push(part as Buffer)
      return [readZip, Buffer.concat(parts)] as const
    },
    page: async () => {
      const parts: string[] = []
      for await (const part of await singlePage(input)) parts.push(part)
      return [readHtmlFile, Buffer.from(parts.join(''))] as const
    },
  }

  test.each(['zip', 'page'] as const)(
    'from its %s with slides, notes, settings and media equal by bytes',
    async (form) => {
      const [reader, bytes] = await packed[form]()
      const found = await read(reader, 'deck', bytes)
      const noted = html[id(2)]!.replace('<section', '<section data-notes="Say &quot;this&quot;\nand that"')
      const slides = [html[id(1)], `<section class="both">${noted}`, `${html[id(3)]}</section>`]
      expect(found.html.replaceAll('import:', '/m/')).toBe(slides.join('\n'))
      expect(found.media).toEqual([
        expect.objectContaining({ name: 'abcdefgh1.png', packed: { address: '/m/abcdefgh1.png', proof: 'proof' } }),
      ])
      expect(Buffer.from(found.media[0]!.bytes).equals(picture)).toBe(true)
      const { slug: _slug, theme_id: _theme, ...settings } = deck
      expect(found.settings).toMatchObject(settings)
      expect(found.head).toEqual({ slides: 3, title: 'Bees', size: { width: 1280, height: 720 } })
    },
  )

  test('a page that was changed by hand counts, and what packing had added to it is taken out', async () => {
    const [reader, bytes] = await packed.page()
    const found = await read(reader, 'deck.html', bytes.toString().replace('A &amp; B', 'C'))
    expect(found.html).toContain('<h1>C</h1>')
    expect(found.html).toContain(
      '<code data-language="typescript" data-line-numbers="1|2">const a = 1\nconst b = a &lt; 2</code>',
    )
    expect(found.html).toContain('data-latex="e^{i\\pi}">\\[e^{i\\pi}\\]</div>')
    expect(found.html).not.toMatch(/code-step|slide-footer|katex|hljs/)
  })
})

describe('a folder of reveal.js', () => {
  const page = `<html><head><title>Talk</title><link rel="stylesheet" href="dist/theme/black.css"><link rel="stylesheet" href="css/own.css"></head><body><div class="reveal"><div class="slides">
    <section data-background="img/back.png"><h1 class="big">One</h1><img src="img/a.png"><img src="img/gone.png"><aside class="notes">Hello</aside></section>
    <section><section data-markdown="two.md"></section><section>Three<script>run()</script></section></section>
    </div></div><script>Reveal.initialize({ width: 1280, height: 720, center: false })</script></body></html>`
  const files = {
    'talk/index.html': page,
    'talk/css/own.css': '@import "more.css"; .big { background: url(../img/a.png); }',
    'talk/css/more.css': 'h1 { color: red; }',
    'talk/img/a.png': picture,
    'talk/img/back.png': picture,
    'talk/two.md': '## Two',
  }

  test('brings its slides, notes, pictures, styles and settings', async () => {
    const found = await read(readZip, 'talk.zip', zipped(files))
    const remarks = ['The scripts of the page were left out']
    expect(found.head).toEqual({ slides: 3, title: 'Talk', size: { width: 1280, height: 720 }, remarks })
    expect(found.html).toMatch(/<section data-notes="Hello" data-background-image="import:\w+\.png">/)
    expect(found.html).toMatch(/<section><section>\s*<h2>Two<\/h2>/)
    expect(found.media.map(({ label }) => label).toSorted()).toEqual([
      ...Array(4).fill('Imported font'),
      'a.png',
      'back.png',
    ])
    const { theme, ...settings } = found.settings as { theme: { name: string; css: string } }
    expect(theme.name).toBe('Styles of Talk')
    expect(theme.css).toMatch(/h1 \{\s*color: red;[\s\S]*\.big \{\s*background: url\("import:\w+\.png"\)/)
    expect(settings).toMatchObject({ center: false, theme_color: 'black-blue' })
  })

  test('brings what stands beside its slides as markup of its theme', async () => {
    const logo = '<a id="home" class="logo" href="https://a.example/"><img src="img/a.png"></a><script>run()</script>'
    const css = '.reveal .logo { position: absolute; } #home { top: 1em; }'
    const found = await read(
      readZip,
      'talk.zip',
      zipped({
        ...files,
        'talk/index.html': page.replace('</div></div>', `</div>${logo}</div>`),
        'talk/css/own.css': css,
      }),
    )
    const { theme } = found.settings as { theme: { html: string; css: string } }
    expect(theme.html).toMatch(/^<a class="logo" [^>]*data-l-id="home"[^>]*><img src="import:\w+\.png"><\/a>$/)
    expect(theme.css).toMatch(/:is\(\.reveal, ?\.theme-html\) \.logo[\s\S]*\[data-l-id="?home"?\]/)
  })

  test('keeps its styles if what stands beside its slides is too large for a theme', async () => {
    const beside = `<p>${'word '.repeat(25_000)}</p>`
    const html = page.replace('</div></div>', `</div>${beside}</div>`)
    const found = await read(readZip, 'talk.zip', zipped({ ...files, 'talk/index.html': html }))
    const { theme } = found.settings as { theme: { html: string; css: string } }
    expect(theme.html).toBe('')
    expect(theme.css).not.toBe('')
    expect(found.head.remarks?.join()).toContain('beside the slides was left out')
  })

  test.each(['//a.example/b', 'http://a.example/b'])('shows the page at %s by https', async (address) => {
    const html = page.replace('Three', `<iframe src="${address}"></iframe>`)
    const found = await read(readZip, 'talk.zip', zipped({ ...files, 'talk/index.html': html }))
    expect(found.html).toContain('src="https://a.example/b"')
  })

  test('says for each slide what is missing and what was taken out', async () => {
    const { remarks, html } = await read(readZip, 'talk.zip', zipped(files))
    expect(remarks[0]).toContain('The file img/gone.png is missing')
    expect(remarks[2]?.join()).toMatch(/script/i)
    expect(html).toContain('data-l-missing="gone.png"')
    expect(html).not.toContain('run()')
  })

  test.each([
    ['without a page', { 'a.txt': 'x' }, 'has no HTML page'],
    ['with a page without slides', { 'index.html': '<p>x</p>' }, 'There are no slides'],
    ['with another archive in it', { 'index.html': page, 'b.zip': 'PK' }, 'contains another archive'],
    ['with a damaged description', { 'deck.json': '{"lectern":"deck","version":1}', 'index.html': page }, 'is damaged'],
    [
      'of a newer version',
      {
        'deck.json': JSON.stringify({
          lectern: 'deck',
          version: 2,
          settings: {},
          structure: { stacks: [], after: '' },
          slides: {},
          notes: {},
          digests: {},
        }),
      },
      'newer version',
    ],
  ])('%s is refused', async (_, some, message) => {
    await expect(read(readZip, 'a.zip', zipped(some))).rejects.toThrow(message)
  })
})

test('a Markdown file is slides at its separators, with notes and front matter', async () => {
  const text = '---\ntitle: Bees\ntheme: sky\n---\n\n# One\n\n---\n\n# Two\n\n--\n\n# Three\n\nNote: Say this\n'
  const found = await read(readMarkdownFile, 'talk.md', text)
  expect(found.head).toMatchObject({ slides: 3, title: 'Bees' })
  expect(found.html.match(/<h1>\w+/g)).toEqual(['<h1>One', '<h1>Two', '<h1>Three'])
  expect(found.html).toContain('data-notes="Say this"')
  expect(found.settings).toMatchObject({ theme_color: 'sky-blue' })
})

test('what is taken out beside the slides, and all of it without styles, is in the report', async () => {
  const page = (styles: string) =>
    `${styles}<div class="reveal"><p class="logo" onclick="run()">Bees</p><div class="slides"><section>A</section></div></div>`
  const themed = await read(readHtmlFile, 'talk.html', page('<style>.logo { color: red; }</style>'))
  expect(themed.settings.theme).toMatchObject({ html: '<p class="logo">Bees</p>' })
  expect(themed.head.remarks).toEqual(['Beside the slides: Removed onclick from p: scripts are not allowed.'])
  const bare = await read(readHtmlFile, 'talk.html', page(''))
  expect([bare.settings.theme, bare.head.remarks]).toEqual([
    undefined,
    ['What stands beside the slides was left out: the page has no styles for it'],
  ])
})

test('front matter names options of reveal.js, separators and style sheets in the forms of YAML', async () => {
  const text = [
    ...['---', 'title: "Bees: a talk" # for May', 'theme: black', 'separator: <!--s-->', 'css: [look.css]'],
    ...['revealOptions:', "  transition: 'fade'", '  width: 1280', '  height: 720', '  center: false', '---', ''],
    ...['One', '', '<!--s-->', '', 'Two', ''],
  ]
  const found = await read(
    readZip,
    'talk.zip',
    zipped({ 'deck/talk.md': text.join('\n'), 'deck/look.css': '.reveal p { color: rgb(1, 2, 3); }' }),
  )
  expect(found.head).toMatchObject({ slides: 2, title: 'Bees: a talk', size: { width: 1280, height: 720 } })
  expect(found.settings).toMatchObject({ transition: 'fade', center: false })
  expect(JSON.stringify(found.settings)).toContain('rgb(1, 2, 3)')
})

test('front matter has texts of several lines, and any character in a line', () => {
  const text = '---\ndescription: >\n  Bees:\n  a "talk"\ntitle: Bees\u2028and wasps\ncss:\n- a.css\n- b.css\n---\nOne'
  const page = markdownPage([{ name: 'talk.md', text }], 'talk')
  expect(page).toContain(
    '<title>Bees\u2028and wasps</title><meta name="description" content="Bees: a &quot;talk&quot;">',
  )
  expect(page.match(/href="[ab]\.css"/g)).toHaveLength(2)
})

test('Markdown files of a folder follow each other, each with the pictures beside it and without its front matter', async () => {
  const found = await read(
    readZip,
    'course.zip',
    zipped({
      'a/one.md': '---\ntitle: Course\n---\nOne ![x](p.png)',
      'a/p.png': picture,
      'b/two.md': '---\ntitle: Part\n---\nTwo ![y](p.png)',
      'b/p.png': picture,
    }),
  )
  expect(found.head).toMatchObject({ slides: 2, title: 'Course' })
  expect(found.html).not.toContain('title:')
  expect(found.html.match(/src="[^"]+"/g)).toHaveLength(2)
  expect(new Set(found.html.match(/src="import:[^"]+"/g)).size).toBe(2)
})

test('the report names a missing Markdown file at its slide, and nothing that only old browsers read', async () => {
  const styles =
    '<script>var SLConfig = {}</script><style>.reveal h1 { background: -moz-radial-gradient(red, blue); color: red; }</style>'
  const slides =
    '<section><p style="-moz-transform: none">A</p></section><section data-markdown="gone.md"></section><section><iframe src="https://a.example/" scrolling="no"></iframe></section>'
  const found = await read(
    readHtmlFile,
    'talk.html',
    `${styles}<div class="reveal"><div class="slides">${slides}</div></div>`,
  )
  expect(found.head.remarks ?? []).toEqual([])
  expect(found.remarks).toEqual([[], ['The Markdown file gone.md is missing'], []])
})
