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

/** Parses the server's data for the page. */
function readPageData(): PageData {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageData
}

/** Converts the server's errors to the router's. */
function errorsFrom(errors: PageData['errors']): Record<string, unknown> | null {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, { status, message }]) => [id, new ErrorResponse(status, '', { message })]),
  )
}

/** The part of the URL that determines the server's rendering. */
function pathNow(): string {
  return window.location.pathname + window.location.search
}

/** Hydrates the server-rendered page; resolves when it handles clicks and keys. */
export async function startApp(): Promise<void> {
  const root = document.getElementById('app')
  if (!root) return
  const drawn = pathNow()
  applyTimings()
  startPageBehaviors()
  const { viewer, site, team, loaderData, errors } = readPageData()
  const api = createApiClient(browserTransport())
  const routes = createRoutes(team ? 'team' : 'app')
  const matched = matchRoutes(routes, window.location) ?? []
  await loadViews(matched.map(({ route }) => route))
  // The user went back meanwhile within this document: the server-rendered page no longer matches the URL.
  if (pathNow() !== drawn) return window.location.reload()
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: errorsFrom(errors) },
    getContext() {
      const context = new RouterContextProvider()
      context.set(pageContext, { api, viewer, site, team })
      return context
    },
  })
  // Synchronously: the router follows the URL from now on, and must not navigate before its first page is hydrated.
  flushSync(() =>
    hydrateRoot(
      root,
      <App viewer={viewer} site={site} team={team} api={api}>
        <RouterProvider router={router} />
      </App>,
    ),
  )
}
