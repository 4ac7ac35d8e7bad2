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
import { earlyInputScript } from '../ui/early-input.ts'
import { reloadScript } from '../ui/reload-script.ts'
import { App } from './app.tsx'
import { pageContext } from './data/page-context.ts'
import { describeError, errorMeta, isRead, loadViews, metaOf, sourcesOf, takesCards } from './matched-page.ts'
import { createRoutes, type HostKind } from './routes.tsx'

/** All routes of a table, including nested ones. */
function allRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])])
}

export { fullTitle } from './frame/full-title.ts'

/** The inline script for every page's head, which the server renders. */
export const firstScript = `${earlyInputScript};${reloadScript}`

const routes: Readonly<Record<HostKind, RouteObject[]>> = { app: createRoutes('app'), team: createRoutes('team') }
await Promise.all(Object.values(routes).map((table) => loadViews(allRoutes(table))))
const handlers = { app: createStaticHandler(routes.app), team: createStaticHandler(routes.team) }

/** The paths of all pages, in the server router's syntax. Those of both kinds of host are the same. */
export const paths: readonly string[] = allRoutes(routes.app).flatMap((route) => {
  if (route.index) return ['/']
  return route.path && route.path !== '*' ? [route.path] : []
})

function hostKindOf({ team }: PageRequest): HostKind {
  return team ? 'team' : 'app'
}

function draw(context: StaticHandlerContext, request: PageRequest): string {
  const { viewer, site, team, api } = request
  const router = createStaticRouter(handlers[hostKindOf(request)].dataRoutes, context)
  return renderToString(
    <App viewer={viewer} site={site} team={team} api={api}>
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
  const { viewer, site, team } = request
  return {
    kind: 'page',
    status: context.statusCode,
    meta: errors ? errorMeta(context.statusCode) : metaOf(matches),
    body: draw(context, request),
    data: { loaderData: context.loaderData, errors, viewer, site, team },
    sources: sourcesOf(context.matches),
    isRead: !errors && viewer === null && isRead(context.matches),
    takesCards: !errors && takesCards(context.matches),
  }
}

async function query(
  request: PageRequest,
  given = handlers[hostKindOf(request)],
): Promise<StaticHandlerContext | Response> {
  const context = new RouterContextProvider()
  const { api, viewer, site, team } = request
  context.set(pageContext, { api, viewer, site, team })
  return given.query(new Request(request.url, { signal: request.signal }), { requestContext: context })
}

/** Runs the loaders of a URL, then renders its page. Throws if a loader returns a response that is no redirect. */
export async function renderPage(request: PageRequest): Promise<PageResult> {
  const context = await query(request)
  if (!(context instanceof Response)) return pageFrom(context, request)
  const location = context.headers.get('location')
  if (location === null) throw new Error(`A page answered with a bare response of status ${context.status}`)
  return { kind: 'redirect', status: context.status, location }
}

/** Renders the error page of a URL whose page failed or does not exist. Runs no loader. */
export async function renderErrorPage(request: PageRequest, status: number, message: string): Promise<PageResult> {
  const failing = createStaticHandler([
    {
      ...routes[hostKindOf(request)][0],
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
