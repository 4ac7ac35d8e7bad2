import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  matchRoutes,
  RouterContextProvider,
  RouterProvider,
} from 'react-router'
import { App } from '../app.tsx'
import { browserTransport } from '../data/browser-transport.ts'
import { createApiClient } from '../data/client.ts'
import { pageContext } from '../data/page-context.ts'
import { loadViews } from '../matched-page.ts'
import type { PageData } from '../page-protocol.ts'
import { createRoutes } from '../routes.tsx'
import { startPageBehaviours } from '../ui/page-behaviours.ts'
import { takeTimings } from '../ui/page-timings.ts'

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

async function start(): Promise<void> {
  const root = document.getElementById('app')
  if (!root) return
  takeTimings()
  startPageBehaviours()
  const { viewer, site, loaderData, errors } = readPageData()
  const api = createApiClient(browserTransport())
  const routes = createRoutes()
  const matched = matchRoutes(routes, window.location) ?? []
  await loadViews(matched.map(({ route }) => route))
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, errors: errorsFrom(errors) },
    getContext() {
      const context = new RouterContextProvider()
      context.set(pageContext, { api, viewer, site })
      return context
    },
  })
  hydrateRoot(
    root,
    <App viewer={viewer} site={site} api={api}>
      <RouterProvider router={router} />
    </App>,
  )
}

void start()
