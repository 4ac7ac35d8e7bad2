import { expect, it } from 'vitest'
import type { Block } from '../document/deck-model.ts'
import { editorOf } from './find-editor.ts'
import { shapeBlock } from './shape/block.ts'
import { tableBlock } from './table/block.ts'

/** The props of a block after setting a color in its panel, by the control's label. */
function colored<P>(sample: Block<P>, props: Partial<P>, label: string, color: string): P {
  const fields = editorOf(sample.type)!.panel.flatMap((group) => group.fields)
  const field = fields.find((one) => one.label === label)
  if (field?.kind !== 'color') throw new Error(`No color '${label}'`)
  return field.write({ ...sample, props: { ...sample.props, ...props } }, color).props as P
}

it('setting an outline’s color gives it a width, unless it has one', () => {
  const shape = shapeBlock.sample()
  expect(colored(shape, { strokeWidth: 0, stroke: '' }, 'Outline', '#ff0000')).toMatchObject({
    stroke: '#ff0000',
    strokeWidth: 3,
  })
  expect(colored(shape, { strokeWidth: 9 }, 'Outline', '#ff0000')).toMatchObject({ strokeWidth: 9 })
  expect(colored(shape, { strokeWidth: 0 }, 'Outline', '')).toMatchObject({ stroke: '', strokeWidth: 0 })
  expect(colored(tableBlock.sample(), { borderWidth: 0 }, 'Border', '#ff0000')).toMatchObject({ borderWidth: 1 })
})
