import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  data,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { PageRequest, PageResult } from '../api/pages/page-protocol.ts'
import { earlySubmitScript } from '../ui/early-submit.ts'
import { App } from './app.tsx'
import { pageContext } from './data/page-context.ts'
import { describeError, errorMeta, isRead, loadViews, metaOf, sourcesOf } from './matched-page.ts'
import { createRoutes } from './routes.tsx'

/** All routes of a table, with those inside others. */
function allRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])])
}

/** The whole title of a page. */
export { fullTitle } from './frame/full-title.ts'

/** The script of every page's head: the server writes the document. */
export const firstScript = earlySubmitScript

const routes = createRoutes()

/** The addresses of all pages, as the server's router reads them. */
export const paths: readonly string[] = allRoutes(routes).flatMap((route) => {
  if (route.index) return ['/']
  return route.path && route.path !== '*' ? [route.path] : []
})
await loadViews(allRoutes(routes))
const handler = createStaticHandler(routes)

function draw(context: StaticHandlerContext, { viewer, site, api }: PageRequest): string {
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(
    <App viewer={viewer} site={site} api={api}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
}

function pageFrom(context: StaticHandlerContext, request: PageRequest): PageResult {
  const errors = context.errors
    ? Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, describeError(error)]))
    : null
  const matches = context.matches.map(({ route }) => ({
    id: route.id,
    handle: route.handle,
    data: context.loaderData[route.id],
  }))
  const { viewer, site } = request
  return {
    kind: 'page',
    status: context.statusCode,
    meta: errors ? errorMeta(context.statusCode) : metaOf(matches),
    body: draw(context, request),
    data: { loaderData: context.loaderData, errors, viewer, site },
    sources: sourcesOf(context.matches),
    isRead: !errors && viewer === null && isRead(context.matches),
  }
}

async function query(request: PageRequest, given = handler): Promise<StaticHandlerContext | Response> {
  const context = new RouterContextProvider()
  context.set(pageContext, { api: request.api, viewer: request.viewer, site: request.site })
  return given.query(new Request(request.url, { signal: request.signal }), { requestContext: context })
}

/** Draws the page of an address: asks its loaders, then renders. Throws when a loader breaks in a way it did not foresee. */
export async function renderPage(request: PageRequest): Promise<PageResult> {
  const context = await query(request)
  if (!(context instanceof Response)) return pageFrom(context, request)
  const location = context.headers.get('location')
  if (location === null) throw new Error(`A page answered with a bare response of status ${context.status}`)
  return { kind: 'redirect', status: context.status, location }
}

/** Draws an error page for an address whose own page could not be made, or does not exist. No loader runs. */
export async function renderErrorPage(request: PageRequest, status: number, message: string): Promise<PageResult> {
  const failing = createStaticHandler([
    {
      ...routes[0],
      children: [
        {
          id: 'failed',
          path: '*',
          loader: () => {
            throw data({ message }, { status })
          },
          element: null,
        },
      ],
    } as RouteObject,
  ])
  const context = await query(request, failing)
  if (context instanceof Response) throw new Error('An error page can not redirect')
  return pageFrom(context, request)
}
