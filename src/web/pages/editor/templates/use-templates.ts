import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../../../../api/api-error.ts'
import type { ApiClient } from '../../../../api/client.ts'
import type { slideTemplate, slideTemplatesContractsAt } from '../../../../api/slide-templates/contract.ts'
import { blocks } from '../../../../blocks/index.ts'
import type { Slide } from '../../../../document/deck-model.ts'
import { parseSlide } from '../../../../document/parse-slide.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import type { Editor } from '../../../../editor/state/editor.ts'
import type { EditorServices } from '../../../../editor/state/services.ts'
import { messages } from '../../../../rules/messages.ts'
import { showError } from '../../../../ui/toast/toast-store.ts'

/** A template of the user or the team, with its parsed slide. */
export interface SavedTemplate {
  readonly id: number
  readonly label: string
  readonly html: string
  readonly slide: Slide
  /** The size of the slides that it was made for. */
  readonly size: string
  /** The themes it is limited to; empty: it is available with all. */
  readonly themeIds: readonly number[]
}

/** The loading state of templates; in their order once loaded. */
export type SavedTemplates =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly SavedTemplate[] }

/** Actions on templates. Each shows its own errors. */
export interface TemplateActions {
  /** Saves the slide on the canvas as a template. Resolves to whether it was saved. */
  save(): Promise<boolean>
  rename(id: number, label: string): Promise<void>
  /** Replaces the slide of a template with the one on the canvas; a toast offers to undo it. */
  replace(template: SavedTemplate): Promise<void>
  /** Moves a template to an index of the list. */
  move(id: number, to: number): Promise<void>
  remove(id: number): Promise<void>
  /** Shows the themes that a template has been limited to. */
  limited(id: number, themeIds: readonly number[]): void
  reload(): void
}

type Contracts = ReturnType<typeof slideTemplatesContractsAt>
type Change = (list: readonly SavedTemplate[]) => readonly SavedTemplate[]

function read(row: z.output<typeof slideTemplate>, services: EditorServices): SavedTemplate {
  const { id, label, html, slide_size: size, theme_ids: themeIds } = row
  return { id, label, html, size, themeIds, slide: parseSlide(services.sanitize(html), blocks) }
}

/** Runs a request. Shows the server's message for errors that the user can fix (no storage left), else a general one. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const isFixable = isApiError(error) && error.isUserMessage && error.status === 422
    showError(isFixable ? error.message : messages.template.saveFailed)
    return false
  }
}

/** The list with a template moved to another index. */
function movedTemplate(list: readonly SavedTemplate[], id: number, to: number): readonly SavedTemplate[] {
  const from = list.findIndex((one) => one.id === id)
  return from < 0 ? list : list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
}

/** Changes a template on the server, and shows the result. */
function changesOf(api: ApiClient, contracts: Contracts, { model, services }: Editor, change: (next: Change) => void) {
  /** The slide on the canvas, as a template of its size. */
  const present = () => {
    const { settings } = model.getState().deck
    return { html: renderSlide(model.slide(), blocks), slide_size: settings.slide_size }
  }
  const put = (id: number, fields: { label?: string; html?: string; slide_size?: string }) =>
    attempt(async () => {
      const row = await api.call(contracts.change, { params: { id }, body: { slide_template: fields } })
      change((list) => list.map((one) => (one.id === id ? read(row, services) : one)))
    })
  return {
    save: () =>
      attempt(async () => {
        const row = await api.call(contracts.create, { body: { slide_template: present() } })
        change((list) => [read(row, services), ...list])
        services.notify('Saved as a template', 'success')
      }),
    rename: async (id: number, label: string) => {
      await put(id, { label })
    },
    replace: async ({ id, label, html, size }: SavedTemplate) => {
      if (!(await put(id, present()))) return
      const run = () => void put(id, { html, slide_size: size })
      services.notify(`“${label}” is now this slide`, 'success', { label: 'Undo', run })
    },
    remove: async (id: number) => {
      await attempt(async () => {
        await api.call(contracts.remove, { params: { id } })
        change((list) => list.filter((one) => one.id !== id))
      })
    },
  }
}

/** Loads templates whenever `open` becomes true, with the actions on them. */
export function useTemplates(
  api: ApiClient,
  contracts: Contracts,
  editor: Editor,
  open: boolean,
): [SavedTemplates, TemplateActions] {
  const { services } = editor
  const [found, setFound] = useState<SavedTemplates>({ state: 'loading' })
  const load = useCallback(() => {
    setFound((before) => (before.state === 'loaded' ? before : { state: 'loading' }))
    api.call(contracts.list).then(
      ({ results }) => setFound({ state: 'loaded', list: results.map((row) => read(row, services)) }),
      () => setFound({ state: 'failed' }),
    )
  }, [api, contracts, services])
  useEffect(() => {
    if (open) load()
  }, [open, load])
  const change = (next: Change) =>
    setFound((before) => (before.state === 'loaded' ? { state: 'loaded', list: next(before.list) } : before))
  const actions: TemplateActions = {
    ...changesOf(api, contracts, editor, change),
    move: async (id, to) => {
      if (found.state !== 'loaded') return
      const list = movedTemplate(found.list, id, to)
      change(() => list)
      const body = { slide_template_ids: list.map((one) => one.id) }
      const isKept = await attempt(() => api.call(contracts.order, { body }))
      if (!isKept) load()
    },
    limited: (id, themeIds) => change((list) => list.map((one) => (one.id === id ? { ...one, themeIds } : one))),
    reload: load,
  }
  return [found, actions]
}
