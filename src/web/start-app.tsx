import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  matchRoutes,
  RouterContextProvider,
  RouterProvider,
} from 'react-router'
import { createApiClient } from '../api/client.ts'
import type { PageData } from '../api/pages/page-protocol.ts'
import { startPageBehaviors } from '../ui/page-behaviors.ts'
import { applyTimings } from '../ui/page-timings.ts'
import { App } from './app.tsx'
import { browserTransport } from './data/browser-transport.ts'
import { pageContext } from './data/page-context.ts'
import { loadViews } from './matched-page.ts'
import { createRoutes } from './routes.tsx'

/** What the server put into the page for us. */
function readPageData(): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData
}

/** The errors as the router knows them. */
function errorsFrom(errors: PageData['errors']): Record<string, unknown> | null {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, { status, message }]) => [id, new ErrorResponse(status, '', { message })]),
  )
}

/** The address as far as the server draws by it. */
function pathNow(): string {
  return window.location.pathname + window.location.search
}

/** Takes over the page that the server drew; resolves when it answers to clicks and keys. */
export async function startApp(): Promise<void> {
  const root = document.getElementById('app')
  if (!root) return
  const drawn = pathNow()
  applyTimings()
  startPageBehaviors()
  const { viewer, site, loaderData, errors } = readPageData()
  const api = createApiClient(browserTransport())
  const routes = createRoutes()
  const matched = matchRoutes(routes, window.location) ?? []
  await loadViews(matched.map(({ route }) => route))
  // Gone back meanwhile, within this document: what the server drew is not what the address names any more.
  if (pathNow() !== drawn) return window.location.reload()
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: errorsFrom(errors) },
    getContext() {
      const context = new RouterContextProvider()
      context.set(pageContext, { api, viewer, site })
      return context
    },
  })
  // At once: from here on the router follows the address, and must not leave before its first page is taken over.
  flushSync(() =>
    hydrateRoot(
      root,
      <App viewer={viewer} site={site} api={api}>
        <RouterProvider router={router} />
      </App>,
    ),
  )
}
