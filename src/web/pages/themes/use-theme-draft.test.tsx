// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { newTheme } from '../../../rules/theme-settings.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { inTime } from '../../../testing/wait-for.ts'
import type { Theme } from './load-themes.ts'
import { TemplatesTab } from './templates-tab.tsx'
import type { ThemeDraftEntry } from './theme-journal.ts'
import { useThemeDraft } from './use-theme-draft.ts'

const journal = {
  read: vi.fn(async (): Promise<ThemeDraftEntry | null> => null),
  write: vi.fn(async (_: ThemeDraftEntry) => {}),
  remove: vi.fn(async () => {}),
}
vi.mock('./theme-journal.ts', () => ({ openThemeJournal: () => journal }))
vi.stubGlobal('indexedDB', {})

const facts = { team_id: null, slide_template_ids: [], thumbnail_url: '', may_change: true, may_write_scripts: false }
const times = { created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' }
const theme = { ...newTheme, ...facts, ...times, id: 5, version: 3, css: 'a {}' } as unknown as Theme
const template = { ...times, id: 9, label: 'Agenda', html: '<section><p>x</p></section>', theme_ids: [] }

function Editor() {
  const draft = useThemeDraft(theme, 1)
  return (
    <>
      <button type="button" onClick={() => draft.change({ css: 'b {}' })}>
        Type
      </button>
      <button type="button" onClick={() => draft.replace({ ...theme, version: 4, css: 'old {}' })}>
        Restore
      </button>
      <output>{`${draft.content.css} ${draft.isChanged} ${draft.theme.slide_template_ids.join()}`}</output>
      {draft.isOutdated && <em>Outdated</em>}
      <TemplatesTab theme={draft.theme} onChange={draft.setTemplates} />
    </>
  )
}

const show = () =>
  showScreen(<Editor />, {
    viewer: {},
    answers: {
      'GET /api/v1/slide_templates': () => ({ results: [template] }),
      'POST /api/v1/themes/:id/add_slide_template': () => ({ ...theme, slide_template_ids: [9] }),
    },
  })
const shown = () => document.querySelector('output')?.textContent

test('unsaved changes of a theme stay when a slide template is offered with it', async () => {
  const screen = await show()
  await screen.press('Type')
  await act(async () => screen.field('Agenda').click())
  expect(shown()).toBe('b {} true 9')
})

test('unsaved changes that a restored version replaces can be brought back', async () => {
  const screen = await show()
  await screen.press('Type')
  await screen.press('Restore')
  expect(shown()).toBe('old {} false ')
  await screen.press('Undo')
  expect(shown()).toBe('b {} true ')
})

test('a draft of an earlier version is restored, said to be so, and keeps its version in the journal', async () => {
  const draft = { userId: 1, themeId: 5, version: 2, changes: { css: 'mine {}' }, changedAt: 0 }
  journal.read.mockResolvedValueOnce(draft)
  await show()
  await act(() => vi.waitFor(() => expect(journal.write).toHaveBeenCalled(), inTime))
  expect(shown()).toBe('mine {} true ')
  expect(document.querySelector('em')?.textContent).toBe('Outdated')
  expect(journal.write.mock.lastCall?.[0]).toMatchObject({ version: 2, changes: draft.changes })
})
