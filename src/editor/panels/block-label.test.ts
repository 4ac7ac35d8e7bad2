import { expect, test } from 'vitest'
import { newBlock } from '../commands/new-block.ts'
import { blockLabel } from './block-label.ts'
import { layerRows } from './layer-rows.ts'

test('all lists label a block by its name, its title, its placeholder, or its type', () => {
  const mixed = newBlock('text', { html: '<p>And then</p><h2>R&amp;D <b>to</b>day</h2>' })
  const empty = newBlock('text', { html: '', placeholder: 'Title, 1 to 3 words' })
  const all = [{ ...mixed, name: 'Lead' }, mixed, empty, newBlock('table', {})]
  const labels = ['Lead', 'R&D today', 'Title, 1 to 3 words', 'Table']
  expect(all.map(blockLabel)).toEqual(labels)
  expect(layerRows(all).map((row) => row.label)).toEqual(labels.toReversed())
})
