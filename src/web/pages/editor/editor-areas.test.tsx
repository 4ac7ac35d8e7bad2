// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setNotes } from '../../../editor/commands/slide-commands.ts'
import { createEditor } from '../../../editor/state/editor.ts'
import { EditorContext } from '../../../editor/state/use-editor.ts'
import { testDeck, testSlide } from '../../../testing/editor-decks.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { TooltipProvider } from '../../../ui/tooltip.tsx'
import type { EditorSession } from './editor-session.ts'
import { SidePanel } from './side-panel.tsx'

const broken = vi.hoisted(() => ({ slide: true }))
vi.mock('../../../editor/panels/slide-panel.tsx', () => ({
  SlidePanel: () => {
    if (broken.slide) throw new Error('broken')
    return <p>Slide properties</p>
  },
}))

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app')!)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a panel that throws while rendering shows an error there: its tabs and the deck can still be used', () => {
  const editor = createEditor({ deck: testDeck([1], [testSlide(1, [])]), services: recordedServices() })
  const data = { site: { baseUrl: 'http://localhost' }, viewer: { username: 'ada' }, deck: null, proColors: false }
  const session = { editor, data } as unknown as EditorSession
  act(() =>
    root.render(
      <EditorContext value={editor}>
        <TooltipProvider>
          <SidePanel session={session} />
        </TooltipProvider>
      </EditorContext>,
    ),
  )
  const panel = () => document.querySelector('[role="tabpanel"]')!
  expect(panel().querySelector('[role="alert"]')?.textContent).toContain('Your work is kept.')
  expect(document.querySelectorAll('[role="tab"]')).toHaveLength(5)
  const { slideId } = editor.model.getState()
  editor.model.apply(setNotes(slideId, 'Still here'), { undo: 'step', label: 'Notes' })
  expect(editor.model.getState().deck.slides[slideId]?.notes).toBe('Still here')
  broken.slide = false
  act(() => panel().querySelector('button')!.click())
  expect(panel().textContent).toBe('Slide properties')
})
