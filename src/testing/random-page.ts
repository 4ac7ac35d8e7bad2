import type { DeckFiles } from '../api/imports/html/deck-files.ts'
import { pathOf } from '../api/imports/html/deck-files.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

/** A presentation of reveal.js as other programs and people write them, and what must not be lost of it. */
export interface RandomPage {
  readonly html: string
  readonly files: DeckFiles
  readonly slides: number
  /** Words that slides show. Each is there once, in all. */
  readonly words: readonly string[]
  /** Words of notes. */
  readonly notes: readonly string[]
  /** Addresses of links in text, and of those in drawings, which are left out. */
  readonly links: readonly string[]
  readonly drawnLinks: readonly string[]
  /** Pictures by the end of their bytes, which no other has. */
  readonly pictures: readonly string[]
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const steps = ['', '', '', ' class="fragment"', ' class="fragment fade-up"', ' class="fragment highlight-red"']
const styles = [
  ...['', '', '', ' style="color: #c33"', ' style="text-align: left; font-size: 0.8em"', ' style="margin: 0 0 20px"'],
  ...[' class="r-fit-text"', ' class="small" id="here"', ' align="center"', ' dir="rtl"', ' lang="de"', ' title="A"'],
]
const sectionAttributes = [
  ...[
    '',
    '',
    '',
    ' data-background-color="#336699"',
    ' data-transition="zoom"',
    ' data-auto-animate',
    ' class="center"',
  ],
  ...[' data-state="dark"', ' id="part"', ' data-background="linear-gradient(#fff, #ccc)"', ' data-timing="60"'],
  ...[' data-visibility="uncounted"', ' style="top: 40px"', ' data-autoslide="2000"'],
]

/** Writes one page; each word, link and picture is new. */
class PageWriter {
  readonly words: string[] = []
  readonly notes: string[] = []
  readonly links: string[] = []
  readonly drawnLinks: string[] = []
  readonly pictures = new Map<string, Buffer>()
  readonly #random: SeededRandom
  #count = 0

  constructor(random: SeededRandom) {
    this.#random = random
  }

  #next(kind: string): string {
    this.#count += 1
    // Only the end of a word is an x, so no word contains another.
    return `${kind}${this.#count.toString(25).replace(/\d/g, (digit) => 'pqrstuvwyz'[Number(digit)]!)}x`
  }

  word(): string {
    const word = this.#next('wo')
    this.words.push(word)
    return word
  }

  note(): string {
    const word = this.#next('no')
    this.notes.push(word)
    return word
  }

  link(links = this.links): string {
    const { pick } = this.#random
    const address = pick([
      'https://rocks.example/',
      'mailto:ann@rocks.example?subject=',
      'http://rocks.example/a?b=1&c=',
      'tel:+41',
    ])
    const number = address.startsWith('tel') ? String(1_000_000 + this.#count++) : this.#next('li')
    links.push(address + number)
    return (address + number).replaceAll('&', '&amp;')
  }

  found() {
    const { words, notes, links, drawnLinks } = this
    return { words, notes, links, drawnLinks }
  }

  /** The address of a new picture. */
  picture(): string {
    const name = `${this.#random.pick(['', 'img/', './img/', 'my%20pictures/'])}${this.#next('pi')}.png`
    this.pictures.set(decodeURI(name.replace('./', '')), Buffer.concat([png, Buffer.from(`\n${this.#next('end')}`)]))
    return name
  }

  #many(most: number, make: () => string, between = ''): string {
    return Array.from({ length: this.#random.between(1, most) }, make).join(between)
  }

  inline(depth = 0): string {
    const { pick, next } = this.#random
    if (depth > 2 || next() < 0.5) return this.word()
    const inner = () => this.inline(depth + 1)
    const step = pick(steps)
    const name = pick([
      'em',
      'strong',
      'b',
      'i',
      'span',
      'u',
      's',
      'mark',
      'kbd',
      'sub',
      'sup',
      'small',
      'code',
      'q',
      'del',
      'ins',
      'abbr',
      'cite',
      'font',
      'tt',
      'STRONG',
      'samp',
      'var',
      'time',
      'bdi',
      'label',
    ])
    return pick([
      () => `<${name}${step}>${inner()}</${name}>`,
      () => `<a href="${this.link()}"${step}>${inner()}</a>`,
      () => `${this.word()} &amp; &lt;${this.word()}&gt; &nbsp;${this.word()}`,
      () => `${this.word()}<br>${inner()}`,
      () => `<img src="${this.picture()}" alt="${this.word()}" height="20">`,
      () => `${this.word()}<!-- a comment -->${inner()}`,
      () => `<span><span style="color: red">${inner()}</span></span>`,
      () => `<ruby>${this.word()}<rt>${this.word()}</rt></ruby>`,
    ])()
  }

  text(): string {
    return this.#many(3, () => this.inline(), ' ')
  }

  #list(depth: number): string {
    const { pick, next } = this.#random
    const tag = pick(['ul', 'ol', 'ol start="3"', 'ol type="a" reversed', 'menu'])
    const close = next() < 0.7 ? '</li>' : ''
    const item = () =>
      `<li${pick(steps)}>${this.text()}${depth < 3 && next() < 0.3 ? this.#list(depth + 1) : ''}${close}`
    return `<${tag}>${this.#many(4, item, '\n')}</${tag.split(' ')[0]}>`
  }

  #table(): string {
    const { next, pick } = this.#random
    const cell = (tag: string) =>
      `<${tag}${next() < 0.1 ? ' colspan="2"' : ''}${pick(steps)}>${next() < 0.2 ? this.block(3) : this.text()}</${tag}>`
    const row = (tag: string) => `<tr>${this.#many(3, () => cell(tag))}</tr>`
    const caption = next() < 0.3 ? `<caption>${this.text()}</caption>` : ''
    const head = next() < 0.6 ? `<thead>${row('th')}</thead>` : ''
    return `<table>${caption}${head}<tbody>${this.#many(3, () => row('td'))}</tbody></table>`
  }

  #code(): string {
    const { pick } = this.#random
    const attributes = pick([
      '',
      ' data-trim',
      ' data-trim data-noescape',
      ' class="language-js" data-line-numbers="1|2"',
      ' class="hljs python"',
    ])
    const lines = this.#many(3, () => `const ${this.word()} = a &lt; ${this.word()}`, '\n')
    const inner = attributes.includes('noescape') ? `${lines}\n<mark>${this.word()}</mark>` : lines
    return `<pre${pick(steps)}><code${attributes}>${pick(['', '\n'])}${inner}\n</code></pre>`
  }

  #drawing(): string {
    return `<svg width="300" height="100" viewBox="0 0 300 100"><rect width="90" height="90" fill="teal"/><text x="10" y="50">${this.word()} <tspan>${this.word()}</tspan></text><a href="${this.link(this.drawnLinks)}"><text y="90">${this.word()}</text></a></svg>`
  }

  #formula(): string {
    return this.#random.pick([
      () => `\\(\\text{${this.word()}} + 1\\)`,
      () => `$$\\text{${this.word()}}^2$$`,
      () => `\\[\\frac{\\text{${this.word()}}}{2}\\]`,
    ])()
  }

  #inner(depth: number): string {
    return this.#many(3, () => this.block(depth + 1), '\n')
  }

  block(depth = 0): string {
    const { pick, next } = this.#random
    const [step, style] = next() < 0.5 ? [pick(steps), ''] : ['', pick(styles)]
    const heading = pick(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'H2'])
    const flat = [
      () => `<${heading}${step}${style}>${this.text()}</${heading}>`,
      () => `<p${step}${style}>${this.text()}</p>`,
      () => `<p${step}${style}>${this.text()}`,
      () => this.text(),
      () => this.#list(0),
      () => this.#code(),
      () => `<p>${this.#formula()}</p>`,
      () => `<img${step} src="${this.picture()}" alt="${this.word()}">`,
      () => `<img data-src="${this.picture()}" alt="${this.word()}">`,
      () =>
        `<picture><source srcset="none.webp" type="image/webp"><img src="${this.picture()}" alt="${this.word()}"></picture>`,
      () => `<div style="background-image: url('${this.picture()}'); height: 80px">${this.text()}</div>`,
      () => `<a href="${this.link()}"><img src="${this.picture()}" alt="${this.word()}"></a>`,
      () => this.#drawing(),
      () => `<hr><center>${this.text()}</center>`,
      () => `<div>${this.text()}</div>`,
      () => `<a href="${this.link()}"><h3>${this.text()}</h3></a>`,
      () => `<video controls data-src="https://rocks.example/film.mp4"></video><p>${this.text()}</p>`,
      () => `<button>${this.word()}</button>`,
    ]
    const deep = [
      () => `<blockquote${step}${style} cite="https://rocks.example/">${this.#inner(depth)}</blockquote>`,
      () => this.#table(),
      () => `<div${step}${style}>${this.#inner(depth)}</div>`,
      () =>
        `<div style="display: flex; gap: 20px"><div style="flex: 1">${this.#inner(depth)}</div><div>${this.#inner(depth)}</div></div>`,
      () => `<div class="r-stack">${this.#inner(depth)}</div>`,
      () => `<div class="r-hstack">${this.#inner(depth)}</div>`,
      () => `<figure>${this.block(depth + 1)}<figcaption>${this.text()}</figcaption></figure>`,
      () => `<dl>${this.#many(2, () => `<dt>${this.text()}</dt><dd>${this.text()}</dd>`)}</dl>`,
      () => `<details open><summary>${this.text()}</summary>${this.block(depth + 1)}</details>`,
      () => `<article><header>${this.text()}</header>${this.#inner(depth)}<footer>${this.text()}</footer></article>`,
      () => `<div style="position: absolute; left: 20px; top: 300px; width: 400px">${this.#inner(depth)}</div>`,
      () => `<main><nav>${this.text()}</nav>${this.block(depth + 1)}</main>`,
      () => `<fieldset><legend>${this.text()}</legend>${this.block(depth + 1)}</fieldset>`,
      () => `<address>${this.text()}</address>`,
    ]
    return (depth > 2 || next() < 0.65 ? pick(flat) : pick(deep))()
  }

  #notes(): string {
    return this.#random.next() < 0.4 ? `<aside class="notes">${this.note()} <b>${this.note()}</b></aside>` : ''
  }

  #markdown(): string {
    const lines = [
      () => `# ${this.word()}`,
      () => `${this.word()} **${this.word()}** and [${this.word()}](${this.link().replaceAll('&amp;', '&')})`,
      () => `* ${this.word()}\n* ${this.word()}\n  1. ${this.word()}`,
      () => `![${this.word()}](${this.picture()})`,
      () => `> ${this.word()}`,
      () => `\`\`\`js\nconst ${this.word()} = 1\n\`\`\``,
      () => `| ${this.word()} | b |\n|---|---|\n| ${this.word()} | d |`,
    ]
    const content = this.#many(4, () => this.#random.pick(lines)(), '\n\n')
    const note = this.#random.next() < 0.3 ? `\n\nNote: ${this.note()}` : ''
    const wrap = this.#random.pick(['<script type="text/template">@</script>', '<textarea data-template>@</textarea>'])
    return `<section data-markdown>${wrap.replace('@', () => `\n${content}${note}\n`)}</section>`
  }

  slide(): string {
    const { pick, next } = this.#random
    if (next() < 0.12) return this.#markdown()
    const notes = next() < 0.2 ? ` data-notes="${this.note()}"` : ''
    const background = next() < 0.1 ? ` data-background-image="${this.picture()}"` : pick(sectionAttributes)
    const aside = notes === '' ? this.#notes() : ''
    return `<section${background}${notes}>\n${this.#inner(-1)}\n${aside}</section>`
  }
}

/** A random presentation; the same for the same seed. */
export function randomPage(seed: number): RandomPage {
  const random = seededRandom(seed)
  const writer = new PageWriter(random)
  let slides = 0
  const slide = () => {
    slides += 1
    return writer.slide()
  }
  const sections = Array.from({ length: random.between(2, 5) }, () =>
    random.next() < 0.25
      ? `<section>\n${Array.from({ length: random.between(1, 3) }, slide).join('\n')}\n</section>`
      : slide(),
  )
  const head =
    '<meta charset="utf-8"><title>Rocks</title><link rel="stylesheet" href="dist/reveal.css"><link rel="stylesheet" href="dist/theme/white.css"><style>.reveal .small { font-size: 0.6em }</style>'
  const html = `<!doctype html>\n<html><head>${head}</head>\n<body><div class="reveal"><div class="slides">\n${sections.join('\n')}\n</div></div><script src="dist/reveal.js"></script><script>Reveal.initialize({ hash: true })</script></body></html>`
  const files: DeckFiles = {
    names: [...writer.pictures.keys()],
    find: (address, folder) => {
      const path = pathOf(address, folder)
      return path !== null && writer.pictures.has(path) ? path : null
    },
    read: async (name) => writer.pictures.get(name)!,
  }
  const pictures = [...writer.pictures.values()].map((bytes) => bytes.toString().split('\n').at(-1)!)
  return { html, files, slides, ...writer.found(), pictures }
}
