import { expect, test } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import type { Deck } from '../../document/deck-model.ts'
import { parseSlides } from '../../document/parse-slides.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { hasMissingFiles } from './has-missing-files.ts'
import { fillMissing, missingFilesOf, withPicture } from './missing-files.ts'

const gray = 'data:image/gif;base64,AA'
const missing = (name: string, more = '') =>
  `<img src="${gray}" alt="Missing: ${name}" data-l-missing="${name}"${more}>`
const imageBlock = (inside: string) =>
  `<div class="block" data-block-type="image" data-block-id="00000000000000a1" style="left: 0px; top: 0px; width: 10px; height: 10px;"><div class="block-content">${inside}</div></div>`
const deckOf = (content: string) =>
  ({
    ...parseSlides(`<section data-id="aaaaaaaaaaaaaaaa">${content}</section>`, blocks),
    settings: {},
  }) as unknown as Deck
const slideOf = (deck: Deck) => Object.values(deck.slides)[0]!
const picture = { url: '/m/new.png', alt: 'A "lake"' }

test('only the chosen one gets the picture; its look stays, and all else keeps its bytes', () => {
  const html = `<p>A</p>${missing('a.png')}<P>B</P>${missing('b.png', ' class="r-stretch" width="300"')}<p>&copy;</p>`
  expect(withPicture(html, 1, picture)).toBe(
    `<p>A</p>${missing('a.png')}<P>B</P><img src="/m/new.png" alt="A &quot;lake&quot;" class="r-stretch" width="300"><p>&copy;</p>`,
  )
  expect(withPicture(html, 2, picture)).toBe(html)
})

test('the missing files of a slide are those in its markup, in order', () => {
  const deck = deckOf(`<div>${missing('a.png')}</div><p>x</p>${missing('b.png')}`)
  const slide = slideOf(deck)
  expect([hasMissingFiles(slide), hasMissingFiles(slideOf(deckOf('<p>x</p>')))]).toEqual([true, false])
  expect(missingFilesOf(slide).map(({ name, index }) => [name, index])).toEqual([
    ['a.png', 0],
    ['b.png', 1],
  ])
  const filled = fillMissing(slide, missingFilesOf(slide)[1]!, picture)(deck)
  expect(renderSlides(filled, blocks)).toContain(`<div>${missing('a.png')}</div><p>x</p><img src="/m/new.png"`)
  expect(missingFilesOf(slideOf(filled)).map(({ name }) => name)).toEqual(['a.png'])
})

test('a gray picture block in the place of a missing file gets it as any other, and stays known when it is read again', () => {
  const image = `<img src="${gray}" alt="Missing: gone.png" style="object-fit: fill;">`
  const deck = deckOf(imageBlock(image))
  const slide = slideOf(deck)
  expect(slide.blocks[0]?.type).toBe('image')
  expect(hasMissingFiles(slideOf(deckOf(imageBlock(''))))).toBe(false)
  expect(
    hasMissingFiles(slideOf(deckOf(renderSlides(deck, blocks).replace(/^<section[^>]*>|<\/section>$/g, '')))),
  ).toBe(true)
  const [file] = missingFilesOf(slide)
  expect(file).toMatchObject({ name: 'gone.png', isInMarkup: false })
  const filled = fillMissing(slide, file!, picture)(deck)
  expect(slideOf(filled).blocks[0]?.props).toMatchObject({ src: '/m/new.png', alt: picture.alt })
})
