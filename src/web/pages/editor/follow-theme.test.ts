import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { newDeck } from '../../../document/new-deck.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { createEditor } from '../../../editor/state/editor.ts'
import { recordedServices } from '../../../testing/editor-services.ts'
import { createStore } from '../../../ui/store.ts'
import { followTheme } from './follow-theme.ts'

it('a theme that is gone is requested once, not with every change of the deck', async () => {
  const { model } = createEditor({ deck: newDeck({ theme_id: 404 }), services: recordedServices() })
  const call = vi.fn(() => Promise.reject(new ApiError(404, 'Not found')))
  followTheme(model, { call } as unknown as ApiClient, createStore<number | null>(7))
  for (const title of ['A', 'AB', 'ABC']) {
    await new Promise((resolve) => setTimeout(resolve))
    model.apply(setSettings({ title }), { undo: 'step', label: 'Title' })
  }
  expect(call).toHaveBeenCalledTimes(1)
})
