import { expect, test } from 'vitest'
import { newBlock } from '../commands/new-block.ts'
import { blockLabel } from './block-label.ts'
import { layerRows } from './layer-rows.ts'

test('every list calls a block by its name, its title, what its empty place asks for, or what it is', () => {
  const mixed = newBlock('text', { html: '<p>And then</p><h2>R&amp;D <b>to</b>day</h2>' })
  const empty = newBlock('text', { html: '', placeholder: 'Title, 1 to 3 words' })
  const all = [{ ...mixed, name: 'Lead' }, mixed, empty, newBlock('table', {})]
  const labels = ['Lead', 'R&D today', 'Title, 1 to 3 words', 'Table']
  expect(all.map(blockLabel)).toEqual(labels)
  expect(layerRows(all).map((row) => row.label)).toEqual(labels.toReversed())
})
