import { expect, test } from 'vitest'
import { digestOf, isPackedSection, sectionDigest } from './section-digest.ts'

const footer = (text: string) => `<footer class="slide-footer">${text}</footer>`
const added = (section: string) => section.replace(/<\/section>$/, `${footer('1')}</section>`)

async function* parts(text: string) {
  yield text.slice(0, 7)
  yield text.slice(7)
}

test.each([
  ['without a footer', '<section><p>A</p></section>'],
  ['that ends with a footer of its author', `<section><p>A</p>${footer('mine')}</section>`],
  ['with a footer of its author before other words', `<section>${footer('mine')}<p>A</p></section>`],
])('a section %s counts as packed, also with the footer of the deck, and in parts', async (_, section) => {
  for (const digest of [sectionDigest(section), await digestOf(parts(section))]) {
    expect(isPackedSection(section, digest)).toBe(true)
    expect(isPackedSection(added(section), digest)).toBe(true)
    expect(isPackedSection(added(section.replace('A', 'B')), digest)).toBe(false)
    expect(isPackedSection(section.replace('mine', 'yours').replace('A', 'C'), digest)).toBe(false)
  }
})
