import { isRouteErrorResponse, type RouteObject } from 'react-router'
import type { PageMeta } from '../api/pages/page-protocol.ts'
import type { PageHandle } from './page.ts'

/** Titles of the error pages, by status. */
const errorTitles: Readonly<Record<number, string>> = {
  400: 'This request is not clear',
  404: 'Page not found',
  422: 'That did not work',
}

/** A matched route with its loaded data. In lists the deepest route is last. */
export interface MatchedRoute {
  readonly id: string
  readonly handle: unknown
  readonly data: unknown
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'meta' in handle
}

/** The head of a page from its matched routes. The title is empty if the loader returned no data (an error page is shown). */
export function metaOf(matches: readonly MatchedRoute[]): PageMeta {
  const page = matches.findLast((match) => isPageHandle(match.handle))
  if (!page || !isPageHandle(page.handle)) return { title: '' }
  const { meta, loads } = page.handle
  return loads && page.data === undefined ? { title: '' } : meta(page.data)
}

/** The head of an error page. */
export function errorMeta(status: number): PageMeta {
  return { title: errorTitles[status] ?? 'Something went wrong', hidden: true }
}

/** Converts an error for the page: its status, and its message for users or ''. */
export function describeError(error: unknown): { status: number; message: string } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: '' }
  const message = (error.data as { message?: unknown } | null)?.message
  return { status: error.status, message: typeof message === 'string' ? message : '' }
}

/** The source files of the matched routes' pages. */
export function sourcesOf(matches: readonly { readonly route: { readonly handle?: unknown } }[]): string[] {
  return matches.flatMap(({ route }) => (isPageHandle(route.handle) ? [`src/web/pages/${route.handle.source}`] : []))
}

/** Whether the matched page works for visitors without the app's script; see PageOptions. */
export function isRead(matches: readonly { readonly route: { readonly handle?: unknown } }[]): boolean {
  return matches.some(({ route }) => isPageHandle(route.handle) && route.handle.isRead)
}

/** Whether the matched page has a card form; see PageOptions. */
export function takesCards(matches: readonly { readonly route: { readonly handle?: unknown } }[]): boolean {
  return matches.some(({ route }) => isPageHandle(route.handle) && route.handle.takesCards)
}

/** Loads the pages' code into the routes, so that the router renders synchronously and the page does not flicker at start. */
export async function loadViews(routes: readonly RouteObject[]): Promise<void> {
  await Promise.all(
    routes.map(async (route) => {
      const { lazy } = route
      if (typeof lazy !== 'object' || !lazy.Component) return
      const Component = await lazy.Component()
      if (Component) route.Component = Component
      delete route.lazy
    }),
  )
}
