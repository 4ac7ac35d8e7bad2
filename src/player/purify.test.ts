// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { blockDataAttributes, blocks } from '../blocks/index.ts'
import { renderBlock } from '../document/render-block.ts'
import { sanitize } from '../document/sanitize/sanitize.ts'
import { createPurifier } from './purify.ts'

const purify = createPurifier(window)

/** The markup of purify's result, serialized without reparsing. */
function purified(html: string): string {
  const holder = document.createElement('div')
  holder.append(purify(html))
  return holder.innerHTML
}

/** Normalizes attribute order, which DOMPurify changes. */
function comparable(html: string): string {
  const holder = document.createElement('template')
  holder.innerHTML = html
  for (const element of holder.content.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return holder.innerHTML
}

describe('markup that passed the sanitizer', () => {
  it.each(blocks.map((block) => [block.type, renderBlock(block.sample(), blocks)]))(
    'is unchanged: %s',
    (_type, block) => {
      const slide = `<section data-id="a" data-background-image="/m/a.png" data-background-video="https://x.example/a.mp4" data-transition="zoom">${block}</section>`
      const { html } = sanitize(slide, {
        context: 'slide',
        customClasses: true,
        mediaHosts: [],
        appHosts: [],
        blockAttributes: blockDataAttributes,
      })
      expect(comparable(purified(html))).toBe(comparable(html))
    },
  )
})

describe('markup the sanitizer would remove', () => {
  it.each([
    '<img src="x" onerror="hit()">',
    '<script>hit()</script>',
    '<a href="javascript:hit()">a</a>',
    '<section data-background-iframe="javascript:hit()">a</section>',
    '<section data-background-video="https://x.example/a,javascript:hit()">a</section>',
    '<section data-notes="hit()">a</section>',
    '<section data-markdown="hit()">a</section>',
    '<iframe data-src="javascript:hit()"></iframe>',
    '<iframe srcdoc="hit()"></iframe>',
    '<iframe src="data:text/html,hit()"></iframe>',
    '<svg><use href="data:image/svg+xml,hit()"></use></svg>',
    '<svg><animate attributeName="href" values="javascript:hit()"></animate></svg>',
    '<form action="javascript:hit()"><button>a</button></form>',
    '<p id="hit()">a</p>',
    '<style>hit()</style>',
  ])('is removed: %s', (html) => expect(purified(html)).not.toContain('hit()'))

  it('is sandboxed if it is a frame', () => {
    expect(
      purified('<iframe src="https://x.example/" sandbox="allow-top-navigation" allow="camera"></iframe>'),
    ).toMatch(/sandbox="allow-scripts allow-same-origin [^"]*" .*allow="fullscreen; autoplay/)
  })
})
