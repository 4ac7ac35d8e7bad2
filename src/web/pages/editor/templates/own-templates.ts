import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../../../../api/api-error.ts'
import type { ApiClient } from '../../../../api/client.ts'
import { type slideTemplate, slideTemplatesContracts } from '../../../../api/slide-templates/contract.ts'
import { blocks } from '../../../../blocks/index.ts'
import type { Slide } from '../../../../document/deck-model.ts'
import { parseSlide } from '../../../../document/parse-slide.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import type { Editor } from '../../../../editor/state/editor.ts'
import type { EditorServices } from '../../../../editor/state/services.ts'
import { messages } from '../../../../rules/messages.ts'
import { showError, showSuccess } from '../../../../ui/toast/toast-store.ts'

/** A user's own template, with its parsed slide. */
export interface OwnTemplate {
  readonly id: number
  readonly label: string
  readonly slide: Slide
}

/** The loading state of the user's templates; newest first once loaded. */
export type OwnTemplates =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly OwnTemplate[] }

/** Actions on the user's templates. Each shows its own errors. */
export interface TemplateActions {
  /** Saves the slide on the canvas as a template. Resolves to whether it was saved. */
  save(): Promise<boolean>
  rename(id: number, label: string): Promise<void>
  remove(id: number): Promise<void>
  reload(): void
}

function read(row: z.output<typeof slideTemplate>, services: EditorServices): OwnTemplate {
  return { id: row.id, label: row.label, slide: parseSlide(services.sanitize(row.html), blocks) }
}

/** Shows the server's message for errors that the user can fix (no storage left, too large), else `fallback`. */
function showFailure(error: unknown, fallback: string): void {
  showError(isApiError(error) && error.isUserMessage && error.status === 422 ? error.message : fallback)
}

/** Loads the user's templates whenever `open` becomes true, with the actions on them. */
export function useOwnTemplates(
  api: ApiClient,
  { model, services }: Editor,
  open: boolean,
): [OwnTemplates, TemplateActions] {
  const [own, setOwn] = useState<OwnTemplates>({ state: 'loading' })
  const load = useCallback(() => {
    setOwn((before) => (before.state === 'loaded' ? before : { state: 'loading' }))
    api.call(slideTemplatesContracts.list).then(
      ({ results }) => setOwn({ state: 'loaded', list: results.map((row) => read(row, services)) }),
      () => setOwn({ state: 'failed' }),
    )
  }, [api, services])
  useEffect(() => {
    if (open) load()
  }, [open, load])
  const change = (next: (list: readonly OwnTemplate[]) => readonly OwnTemplate[]) =>
    setOwn((before) => (before.state === 'loaded' ? { state: 'loaded', list: next(before.list) } : before))
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      showFailure(error, messages.template.saveFailed)
      return false
    }
  }
  const actions: TemplateActions = {
    save: () =>
      attempt(async () => {
        const html = renderSlide(model.slide(), blocks)
        const row = await api.call(slideTemplatesContracts.create, { body: { slide_template: { html } } })
        change((list) => [read(row, services), ...list])
        showSuccess('Saved as a template')
      }),
    rename: async (id, label) => {
      await attempt(async () => {
        const body = { slide_template: { label } }
        const row = await api.call(slideTemplatesContracts.change, { params: { id }, body })
        change((list) => list.map((one) => (one.id === id ? { ...one, label: row.label } : one)))
      })
    },
    remove: async (id) => {
      await attempt(async () => {
        await api.call(slideTemplatesContracts.remove, { params: { id } })
        change((list) => list.filter((one) => one.id !== id))
      })
    },
    reload: load,
  }
  return [own, actions]
}
