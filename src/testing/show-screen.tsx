import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { ApiClient } from '../api/client.ts'
import type { HostTeam, Site } from '../api/pages/site.ts'
import type { Viewer } from '../api/pages/viewer.ts'
import { overrideDevice } from '../ui/device.ts'
import { DialogHost } from '../ui/dialogs/dialog-host.tsx'
import { openDialog } from '../ui/dialogs/dialog-store.ts'
import { PageLinks } from '../ui/page-link.tsx'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { dismissToast, toasts } from '../ui/toast/toast-store.ts'
import { SessionProvider } from '../web/data/session-context.tsx'
import { testSite } from './test-site.ts'

/** What surrounds a component in a test. */
export interface ScreenOptions {
  /** The loader's answer; called again by each revalidation. */
  readonly load?: () => unknown
  /** The answers of the API by method and path: `{ 'DELETE /api/v1/x/:id': () => … }`. Others fail with 500. */
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
  readonly viewer?: Partial<Viewer>
  readonly team?: HostTeam
  readonly site?: Partial<Site>
  /** Path and query; default '/'. */
  readonly at?: string
}

/** A viewer of tests; a visitor without `viewer` options. */
const ada = { id: 1, username: 'ada', name: null, email: 'ada@example.org', plan: 'free', team: null } as Viewer

function apiOf(answers: ScreenOptions['answers'], calls: string[]): ApiClient {
  const call = async ({ method, path }: { method: string; path: string }, input: unknown) => {
    calls.push(`${method} ${path}`)
    const answer = answers?.[`${method} ${path}`] as ((input: unknown) => unknown) | undefined
    if (!answer) throw new ApiError(500, null)
    return answer(input)
  }
  // Screens use nothing else of the client.
  return { call } as unknown as ApiClient
}

/** The accessible name of a button, as far as tests need it. */
function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
}

function typeInto(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  // React overrides the setter of the element, so that of its class is called.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** What a user sees and does on the page. */
function controls() {
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
  const buttons = () => all<HTMLButtonElement>('button, [role="menuitem"]')
  const button = (name: string) => {
    const found = buttons().findLast((one) => nameOf(one) === name)
    if (!found) throw new Error(`No button “${name}” among: ${buttons().map(nameOf).join(', ')}`)
    return found
  }
  const field = (label: string) => {
    const named = all<HTMLLabelElement>('label').findLast(({ textContent }) => textContent?.startsWith(label))
    const found = named?.control ?? document.querySelector(`[aria-label="${label}"]`)
    if (!found) throw new Error(`No field “${label}”`)
    return found as HTMLInputElement
  }
  return {
    button,
    field,
    names: () => buttons().map(nameOf),
    text: () => document.body.textContent ?? '',
    toasts: () => toasts.get().map(({ text }) => text),
    dialog: () => document.querySelector('[role="dialog"]:not([data-ending-style])'),
    /** Clicks a button as a user does: it has the focus. */
    press: (name: string) =>
      act(async () => {
        button(name).focus()
        button(name).click()
      }),
    type: (label: string, value: string) => act(async () => typeInto(field(label), value)),
    key: (key: string) =>
      act(async () => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }),
    /** Submits the form that the button with this name belongs to. */
    submit: (name: string) =>
      act(async () => {
        button(name).focus()
        button(name).form?.requestSubmit(button(name))
      }),
    /** What has the focus: its tag, and its name or label; 'BODY' if it is lost. */
    focus: () => {
      const active = document.activeElement as HTMLInputElement | null
      return active === null || active === document.body ? 'BODY' : (active.name || nameOf(active)).slice(0, 60)
    },
  }
}

/** Shows a component in jsdom with an API of given answers, a loader, dialogs and toasts. */
export async function showScreen(content: ReactNode, options: ScreenOptions = {}) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  overrideDevice('computer')
  const { load = () => null, answers, viewer, team, site, at = '/' } = options
  const calls: string[] = []
  const api = apiOf(answers, calls)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const element = (
    <PageLinks value={Link}>
      {content}
      <ToastHost />
      <DialogHost />
    </PageLinks>
  )
  const routes = [{ id: 'page', path: '*', element, loader: async () => load(), ErrorBoundary: () => 'Error page' }]
  const hydrationData = { loaderData: { page: await load() } }
  const router = createMemoryRouter(routes, { initialEntries: [at], hydrationData })
  await act(async () =>
    root.render(
      <SessionProvider
        viewer={viewer ? { ...ada, ...viewer } : null}
        site={{ ...testSite, ...site }}
        {...{ team, api }}
      >
        <RouterProvider router={router} />
      </SessionProvider>,
    ),
  )
  onTestFinished(() => {
    act(() => {
      openDialog.set(null)
      for (const { id } of toasts.get()) dismissToast(id)
      root.unmount()
    })
    host.remove()
  })
  return { ...controls(), calls, host, router }
}

/** A promise and its outcome, for answers that a test gives later. */
export function later<T>() {
  return Promise.withResolvers<T>()
}
