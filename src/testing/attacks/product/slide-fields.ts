/** A field of a slide that an attack is written to. */
export interface SlideField {
  readonly name: string
  /** Inserts the attack; `id` is for a block, 16 hexadecimal digits. */
  put(source: string, id: string): string
}

const quoted = (source: string): string => source.replaceAll('"', '&quot;')
const asText = (source: string): string => source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function block(type: string, id: string, inner: string): string {
  const style = 'left: 20px; top: 20px; width: 400px; height: 90px;'
  return `<div class="block" data-block-type="${type}" data-block-id="${id}" style="${style}"><div class="block-content">${inner}</div></div>`
}

/** Fields for markup. */
const markup: Readonly<Record<string, (source: string) => [type: string, inner: string]>> = {
  'a text': (source) => ['text', `<p>${source}</p>`],
  'a list': (source) => ['text', `<ul><li>a</li><li>${source}</li></ul>`],
  'a cell of a table': (source) => ['table', `<table><tbody><tr><td>${source}</td><td>b</td></tr></tbody></table>`],
  'a snippet': (source) => ['snippet', source],
  'code with markup in it': (source) => ['code', `<pre><code>${source}</code></pre>`],
  'the place of a picture': (source) => ['image', source],
  'a shape': (source) => ['shape', `<svg viewBox="0 0 9 9"><g>${source}</g></svg>`],
  'the place of a frame': (source) => ['iframe', source],
  'the words of a link': (source) => ['text', `<p><a href="https://x.invalid/">${source}</a></p>`],
  'the words of a formula': (source) => ['math', `<span>${source}</span>`],
  'a quoted attribute, unescaped': (source) => ['text', `<p title="${source}">a</p>`],
}

/** Fields for plain text: nothing in it becomes markup. */
const text: Readonly<Record<string, (source: string) => [type: string, inner: string]>> = {
  'a text, as text': (source) => ['text', `<p>${asText(source)}</p>`],
  code: (source) => ['code', `<pre><code data-language="javascript">${asText(source)}</code></pre>`],
  'the source of a formula': (source) => [
    'math',
    `<div class="block-content" data-latex="${quoted(asText(source))}">\\[${asText(source)}\\]</div>`,
  ],
}

/** Elements with `@` as the value of an attribute. */
const attributes: Readonly<Record<string, string>> = {
  'the address of a link': '<p><a href="@">click</a></p>',
  'the address of a picture': '<img src="@" alt="a">',
  'the words for a picture': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="@">',
  'the address of a film': '<video src="@" controls></video>',
  'the still of a film': '<video poster="@"></video>',
  'the source of a film': '<video><source src="@"></video>',
  'the address of a frame': '<iframe src="@" title="a"></iframe>',
  'the name of a frame': '<iframe title="@"></iframe>',
  'a style': '<p style="@">a</p>',
  'the style of a drawing': '<svg viewBox="0 0 9 9"><rect width="9" height="9" style="@"></rect></svg>',
  'the fill of a drawing': '<svg viewBox="0 0 9 9"><rect width="9" height="9" fill="@" stroke="@"></rect></svg>',
  'a link in a drawing': '<svg viewBox="0 0 9 9"><a href="@"><text y="5">a</text></a></svg>',
  'a class': '<p class="@">a</p>',
  'a title': '<p title="@">a</p>',
  'a name for readers': '<p aria-label="@" role="@">a</p>',
  'a language': '<p lang="@" dir="@">a</p>',
  'the name of a block':
    '<div class="block" data-block-type="text" data-name="@"><div class="block-content">a</div></div>',
  'the type of a block': '<div class="block" data-block-type="@"><div class="block-content">a</div></div>',
  'the id of a block':
    '<div class="block" data-block-type="text" data-block-id="@"><div class="block-content">a</div></div>',
  'the place of a fragment': '<p class="fragment" data-fragment-index="@">a</p>',
  'the pair of an animation':
    '<p data-id="@" data-auto-animate-id="@" data-auto-animate-easing="@" data-auto-animate-duration="@">a</p>',
  'the language of code': '<pre><code data-language="@">a</code></pre>',
  'the steps of code': '<pre><code data-line-numbers="@">a</code></pre>',
}

/** Fields inside a slide. */
export const slideFields: readonly SlideField[] = [
  { name: 'the slide', put: (source) => source },
  ...[...Object.entries(markup), ...Object.entries(text)].map(([name, write]) => ({
    name,
    put: (source: string, id: string) => {
      const [type, inner] = write(source)
      return block(type, id, inner)
    },
  })),
  ...Object.entries(attributes).map(([name, template]) => ({
    name,
    put: (source: string) => template.replaceAll('@', () => quoted(source)),
  })),
]

/** Attributes of the slide's section: all of them get the same attack. */
export const sectionFields: readonly string[] = [
  'data-background-color',
  'data-background-gradient',
  'data-background-image',
  'data-background-size',
  'data-background-position',
  'data-background-repeat',
  'data-background-opacity',
  'data-background-video',
  'data-background-iframe',
  'data-transition',
  'data-background-transition',
  'data-autoslide',
  'data-auto-animate-easing',
  'data-notes',
  'class',
  'style',
]

/** The slide's section with an attack in its attributes, around its content. */
export function attackedSection(id: string, source: string, inner: string): string {
  const given = sectionFields.map((name) => `${name}="${quoted(source)}"`).join(' ')
  return `<section data-id="${id}" ${given}>${inner}</section>`
}
