import { describe, expect, test } from 'vitest'
import { escapeAttribute } from '../html.ts'
import { type ImageCandidates, withImageCandidates } from './image-candidates.ts'

const lake: ImageCandidates = {
  ...{ width: 3000, height: 1500 },
  smaller: [
    { url: '/m/lake-960.webp', width: 960 },
    { url: '/m/lake-1920.webp', width: 1920 },
  ],
}
const known = new Map([
  ['/m/lake.jpg', lake],
  ['/m/plain.png', { width: 500, height: 500, smaller: [] }],
])
const screen = { slide: { width: 960, height: 700 }, isPrinted: false }
const srcset = 'srcset="/m/lake-960.webp 960w, /m/lake-1920.webp 1920w, /m/lake.jpg 3000w"'

const block = (box: string, image: string) =>
  `<section><div class="block" data-block-type="image" data-block-id="a" style="left: 9px; ${box}"><div class="block-content"><img src="/m/lake.jpg" alt=""${image}></div></div></section>`

describe('a picture with smaller versions', () => {
  test.each([
    ['in a box', 'width: 480px; height: 240px;', ' style="object-fit: cover;"', 'min(50vw, 68.6vh)'],
    ['that covers a box', 'width: 480px; height: 480px;', ' style="object-fit: cover;"', 'min(100vw, 137.2vh)'],
    ['within a box', 'width: 960px; height: 120px;', ' style="object-fit: contain;"', 'min(25vw, 34.3vh)'],
    ['cropped to its half', 'width: 480px; height: 480px;', ' data-l-crop="0 0 0.5 1"', 'min(100vw, 137.2vh)'],
    ['of automatic height', 'width: 480px; height: auto;', '', 'min(50vw, 68.6vh)'],
  ])('%s is offered in the sizes of the window', (_, box, image, sizes) => {
    const html = withImageCandidates(block(box, image), known, screen)
    expect(html).toContain(`<img ${srcset} sizes="${sizes}" src="/m/lake.jpg" alt=""${image}>`)
    expect(html.replace(` ${srcset} sizes="${sizes}"`, '')).toBe(block(box, image))
  })

  test('is printed at 300 pixels per inch', () => {
    const html = withImageCandidates(block('width: 480px; height: 240px;', ''), known, { ...screen, isPrinted: true })
    expect(html).toContain('sizes="1750px"')
  })

  test('outside a block may be as wide as the slide', () => {
    const html = withImageCandidates('<section><p><img alt="" src="/m/lake.jpg"></p></section>', known, screen)
    expect(html).toBe(`<section><p><img alt="" ${srcset} sizes="min(100vw, 137.2vh)" src="/m/lake.jpg"></p></section>`)
  })
})

test.each([
  ['a picture without smaller versions', '<img src="/m/plain.png">'],
  ['a picture of another server', '<img src="https://example.org/m/lake.jpg">'],
  ['an unknown picture', '<img src="/m/other.jpg">'],
  ['a URL in text', '<p>src="/m/lake.jpg"</p>'],
  ['markup in an attribute', `<p title="${escapeAttribute('<img src="/m/lake.jpg">')}">x</p>`],
  ['a background', '<section data-background-image="/m/lake.jpg"></section>'],
])('%s stays unchanged', (_, html) => {
  expect(withImageCandidates(html, known, screen)).toBe(html)
})
