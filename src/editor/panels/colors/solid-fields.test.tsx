// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDeck } from '../../../testing/editor-decks.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { createEditor } from '../../state/editor.ts'
import { EditorContext } from '../../state/use-editor.ts'
import { addOpenTheme } from '../../themes/open-themes.ts'
import { SolidFields } from './solid-fields.tsx'

let root: Root
const place = document.createElement('div')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('CSS', { supports: () => false })
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** The labels of the colors that are shown without opening anything, for a deck with this theme. */
function offered(themeId: number | null): readonly (string | null)[] {
  const deck = testDeck([1])
  const settings = { ...deck.settings, theme_id: themeId }
  const editor = createEditor({ deck: { ...deck, settings }, services: recordedServices() })
  const fields = { value: '#0a0b0c', theme: '', isGround: false, onChange: () => undefined, onPicking: () => undefined }
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <SolidFields {...fields} />
      </EditorContext>,
    ),
  )
  const shown = [...place.querySelectorAll('[aria-pressed]')].filter((swatch) => !swatch.closest('details'))
  return shown.map((swatch) => swatch.getAttribute('aria-label'))
}

test('a theme’s palette replaces the roles, and nothing else is beside it', () => {
  const theme = { html: '', css: '', variables: {}, footer: '', snippets: [], id: 7, version: 1, name: 'Brand' }
  addOpenTheme({ ...theme, palette: '#ff0000,#0a0b0c' })
  expect(offered(7)).toEqual(['#ff0000', '#0a0b0c'])
  expect(place.querySelectorAll('[aria-pressed="true"]')).toHaveLength(1)
  act(() => root.unmount())
  root = createRoot(place)
  expect(offered(null)).toHaveLength(11)
})
