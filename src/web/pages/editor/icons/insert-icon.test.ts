import { expect, it } from 'vitest'
import type { PropsOf } from '../../../../blocks/index.ts'
import type { Block } from '../../../../document/deck-model.ts'
import { createEditor } from '../../../../editor/state/editor.ts'
import { testDeck } from '../../../../testing/editor-decks.ts'
import { recordedServices } from '../../../../testing/editor-services.ts'
import { icons } from './icon-set.ts'
import { insertIcon } from './insert-icon.ts'

it('an icon becomes a drawing in the color of the text, and passes the sanitizer whole', () => {
  const editor = createEditor({ deck: testDeck([1]), services: recordedServices() })
  // Every seventh: among them are all elements and attributes of the set.
  for (const icon of icons.filter((_, index) => index % 7 === 0)) {
    insertIcon(editor, icon)
    const block = editor.model.slide().blocks.at(-1) as Block<PropsOf<'image'>>
    const { markup, viewBox } = block.props.drawing!
    expect(viewBox).toBe('0 0 24 24')
    expect(markup).toContain('stroke="currentColor"')
    for (const [tag, attributes] of icon.parts) {
      expect(markup, icon.id).toContain(`<${tag} `)
      for (const [name, value] of Object.entries(attributes)) expect(markup, icon.id).toContain(`${name}="${value}"`)
    }
    expect(block.props.alt).toBe(icon.name)
    expect(editor.model.getState().selection).toEqual([block.id])
    editor.model.undo()
  }
  expect(editor.model.slide().blocks).toEqual([])
})
