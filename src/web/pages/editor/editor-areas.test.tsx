// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setNotes } from '../../../editor/commands/slide-commands.ts'
import { createEditor, type Editor } from '../../../editor/state/editor.ts'
import { testBlock, testDeck, testSlide } from '../../../testing/editor-decks.ts'
import { type RecordedServices, recordedServices } from '../../../testing/editor-services.ts'
import { inTime } from '../../../testing/wait-for.ts'
import { createStore } from '../../../ui/store.ts'
import { TooltipProvider } from '../../../ui/tooltip.tsx'
import { EditorPage } from './editor-page.tsx'
import type { EditorSession } from './editor-session.ts'

/** Mocks of the editor's areas. Each shows its name; the broken one throws. */
const { broken, area } = vi.hoisted(() => {
  const broken = { area: '' }
  const area = (name: string) => () => {
    if (broken.area === name) throw new Error(`${name} is broken`)
    return name
  }
  return { broken, area }
})
vi.mock('../../../editor/canvas/mount-canvas.ts', () => ({
  mountCanvas: () => {
    area('canvas')()
    return { ready: new Promise(() => undefined), destroy: () => undefined, focus: () => undefined }
  },
}))
vi.mock('./deck-title.tsx', () => ({ DeckTitle: area('bar'), TabTitle: () => null }))
vi.mock('./deck-sharing.tsx', () => ({ DeckSharing: area('sharing') }))
vi.mock('./editor-menu.tsx', () => ({ EditorMenu: area('menu') }))
vi.mock('../../../editor/slide-list/slide-list.tsx', () => ({ SlideList: area('slides') }))
vi.mock('../../../editor/panels/slide-panel.tsx', () => ({ SlidePanel: area('properties') }))
vi.mock('../../../editor/panels/block-bar.tsx', () => ({ BlockBar: area('block bar') }))
vi.mock('../../../editor/panels/block-popover.tsx', () => ({ BlockPopover: area('popover') }))
vi.mock('../../../editor/panels/paste-menu.tsx', () => ({ PasteMenu: area('paste menu') }))
// The paste menu is loaded at the first paste.
vi.mock('../../../editor/clipboard/pasted.ts', async (load) => ({ ...(await load()), pastedIn: () => ({}) }))
vi.mock('../../../editor/panels/zoom-control.tsx', () => ({ ZoomControl: area('zoom') }))
vi.mock('../../../editor/panels/upload-progress.tsx', () => ({ UploadProgress: area('uploads') }))
vi.mock('../../../editor/menus/context-menu.tsx', () => ({ ContextMenu: area('context menu') }))
vi.mock('../../../editor/find/find-bar.tsx', () => ({ FindBar: area('search') }))
vi.mock('../../../editor/menus/command-palette.tsx', () => ({ CommandPalette: area('palette') }))
vi.mock('./outdated-dialog.tsx', () => ({ OutdatedDialog: area('conflict') }))
vi.mock('./unsaved-draft-dialog.tsx', () => ({ UnsavedDraftDialog: area('unsaved work') }))
vi.mock('./editor-session-watch.tsx', () => ({ EditorSessionWatch: area('session watch') }))
vi.mock('../../../ui/dialogs/dialog-host.tsx', () => ({ DialogHost: area('questions') }))
vi.mock('./shortcuts-dialog.tsx', () => ({ ShortcutsDialog: area('dialog') }))
vi.mock('./tutorial/first-tour.tsx', () => ({ FirstTour: area('tour') }))

let root: Root
let editor: Editor
let services: RecordedServices

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.getElementById('app')!)
  services = recordedServices()
  editor = createEditor({ deck: testDeck([1], [testSlide(1, [testBlock(1)])]), services })
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const settled = (state: object) => ({ state: () => state, subscribe: () => () => undefined })

function sessionOf(): EditorSession {
  const data = { site: { baseUrl: 'http://localhost' }, viewer: { username: 'ada' }, deck: null, proColors: false }
  const saver = settled({ kind: 'saved' })
  const journal = { health: () => 'kept', subscribe: () => () => undefined }
  const session = {
    editor,
    data,
    saver,
    journal,
    decision: createStore(null),
    deckId: createStore(null),
    isLost: createStore(false),
  }
  return session as unknown as EditorSession
}

async function show(page: ReactNode): Promise<void> {
  await act(async () => root.render(<TooltipProvider>{page}</TooltipProvider>))
  // Triggers the lazily loaded parts.
  await act(async () => void window.dispatchEvent(new Event('pointermove')))
  await act(async () => editor.model.show({ dialog: 'shortcuts' }))
  const isShown = (name: string) => broken.area === name || text().includes(name)
  await vi.waitFor(() => expect(['palette', 'paste menu', 'dialog'].every(isShown)).toBe(true), inTime)
}

const text = () => document.body.textContent ?? ''
const alerts = () => [...document.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent)
const failure = 'This could not be shown. Your work is kept.'

/** Areas that show their own error, each with the areas inside it. */
const areas: readonly (readonly [name: string, others: readonly string[]])[] = [
  ['bar', ['sharing', 'menu']],
  ['sharing', ['bar', 'menu']],
  ['menu', ['bar', 'sharing']],
  ['slides', []],
  ['canvas', []],
  ['properties', []],
]
const overlays = [
  ...['popover', 'paste menu', 'zoom', 'uploads', 'context menu'],
  ...['palette', 'conflict', 'unsaved work', 'session watch', 'questions', 'dialog', 'tour'],
]
const names = [...areas.map(([name]) => name).filter((name) => name !== 'canvas'), ...overlays]

describe('if one area of the editor throws while rendering', () => {
  test.each([...areas, ...overlays.map((name) => [name, []] as const)])(
    '%s: an error is shown there or in a toast, other areas are shown, and the deck can be edited',
    async (name, others) => {
      broken.area = name
      await show(<EditorPage session={sessionOf()} />)
      const isOverlay = overlays.includes(name)
      expect(alerts().map((alert) => alert?.includes(failure))).toEqual(isOverlay ? [] : [true])
      expect(services.notices).toEqual(isOverlay ? [failure] : [])
      for (const one of names) if (one !== name && !others.includes(one)) expect(text(), one).toContain(one)
      const { slideId } = editor.model.getState()
      act(() => editor.model.apply(setNotes(slideId, 'Still here'), { undo: 'step', label: 'Notes' }))
      expect(editor.model.getState().deck.slides[slideId]?.notes).toBe('Still here')
    },
  )

  test('the button Try again shows an area again, and another selection shows an overlay again', async () => {
    broken.area = 'slides'
    await show(<EditorPage session={sessionOf()} />)
    broken.area = ''
    await act(async () => document.querySelector<HTMLElement>('[role="alert"] button')!.click())
    expect(text()).toContain('slides')
    broken.area = 'block bar'
    await act(async () => editor.model.select([editor.model.slide().blocks[0]!.id]))
    expect(services.notices).toEqual([failure])
    broken.area = ''
    await act(async () => editor.model.select([]))
    await act(async () => editor.model.select([editor.model.slide().blocks[0]!.id]))
    await vi.waitFor(() => expect(text()).toContain('block bar'), inTime)
  })
})
