// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createEditor } from '../../../../editor/state/editor.ts'
import { EditorContext } from '../../../../editor/state/use-editor.ts'
import type { TeamRole } from '../../../../rules/permissions.ts'
import type { Plan } from '../../../../rules/plans.ts'
import { testDeck } from '../../../../testing/editor-decks.ts'
import { recordedServices } from '../../../../testing/editor-services.ts'
import { showScreen } from '../../../../testing/show-screen.tsx'
import { useApi } from '../../../data/session-context.tsx'
import type { EditorSession } from '../editor-session.ts'
import { TemplatesPanel } from './templates-panel.tsx'

// Thumbnails are frames of the canvas, which these tests do not have.
vi.mock('../../../../editor/slide-list/slide-thumbnail.tsx', () => ({ SlideThumbnail: () => null }))

const template = (id: number, label: string, theme_ids: readonly number[]) => ({
  ...{ id, label, theme_ids, slide_size: '960x700', html: '<section><p>x</p></section>' },
  ...{ created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' },
})
const list = [template(1, 'For all', []), template(2, 'For the brand', [7]), template(3, 'For the night', [8])]

/** The panel with the API of the page. */
function Panel({ viewer }: { viewer: unknown }) {
  return <TemplatesPanel session={{ api: useApi(), data: { viewer } } as unknown as EditorSession} />
}

interface Asker {
  readonly plan?: Plan
  readonly role: TeamRole | null
}

/** Opens the panel of a user in a deck with a theme. */
async function open({ plan = 'enterprise', role }: Asker, themeId: number | null, templates = list) {
  const deck = testDeck([1])
  const settings = { ...deck.settings, theme_id: themeId }
  const editor = createEditor({ deck: { ...deck, settings }, services: recordedServices() })
  editor.model.show({ dialog: 'slide-templates' })
  const screen = await showScreen(
    <EditorContext value={editor}>
      <Panel viewer={{ plan, team: role && { id: 1, role } }} />
    </EditorContext>,
    {
      viewer: {},
      answers: {
        'GET /api/v1/slide_templates': () => ({ results: [] }),
        'GET /api/v1/team/slide_templates': () => ({ results: templates }),
        'PUT /api/v1/team/slide_templates/order': () => undefined,
        'POST /api/v1/team/slide_templates': () => template(4, 'New', []),
      },
    },
  )
  const tabs = () => [...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent)
  const cards = () => [...document.querySelectorAll('[data-template]')].map((card) => card.textContent)
  return { ...screen, tabs, cards }
}

const usual = ['Default', 'Layouts', 'Yours']

test.each<[string, Asker, readonly unknown[], readonly string[]]>([
  ['a manager', { role: 'admin' }, [], [...usual, 'Team']],
  ['a member of a team without templates', { role: 'member' }, [], usual],
  ['a member of a team with templates', { role: 'member' }, list, [...usual, 'Team']],
  ['a user without a team', { plan: 'pro', role: null }, list, usual],
])('%s sees these tabs', async (_who, who, templates, expected) => {
  const screen = await open(who, null, templates as typeof list)
  expect(screen.tabs()).toEqual(expected)
  expect(screen.calls.includes('GET /api/v1/team/slide_templates')).toBe(who.role !== null)
})

test.each<[TeamRole, number | null, readonly string[]]>([
  ['member', null, ['For all']],
  ['member', 7, ['For all', 'For the brand']],
  ['admin', 7, ['For all', 'For the brand', 'For the nightNot with this theme']],
  ['owner', null, ['For all', 'For the brandNot with this theme', 'For the nightNot with this theme']],
])(
  '%s in a deck with theme %s is offered what is available, and managers the rest faded',
  async (role, theme, labels) => {
    const screen = await open({ role }, theme)
    await screen.press('Team')
    expect(screen.cards()).toEqual(labels)
    expect(screen.names().some((name) => name.startsWith('More for'))).toBe(role !== 'member')
    expect(screen.names().includes('Save this slide as a team template')).toBe(role !== 'member')
  },
)

test('a manager saves the slide for the team, and moves templates from their menus', async () => {
  const screen = await open({ role: 'owner' }, 7)
  await screen.press('Save this slide as a team template')
  expect(screen.calls).toContain('POST /api/v1/team/slide_templates')
  expect(screen.cards()[0]).toBe('New')
  await screen.press('More for For all')
  await screen.press('Move earlier')
  expect(screen.calls).toContain('PUT /api/v1/team/slide_templates/order')
  expect(screen.cards().slice(0, 2)).toEqual(['For all', 'New'])
})
