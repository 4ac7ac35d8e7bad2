import { isRouteErrorResponse, type RouteObject } from 'react-router'
import type { PageMeta } from '../api/pages/page-protocol.ts'
import type { PageHandle } from './page.ts'

/** The words of the error pages' titles. */
const errorTitles: Readonly<Record<number, string>> = { 404: 'Page not found', 422: 'That did not work' }

/** One matched route with what it loaded, the deepest last. */
export interface MatchedRoute {
  readonly id: string
  readonly handle: unknown
  readonly data: unknown
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'meta' in handle
}

/** The head of a page whose routes matched and loaded; without a title when its loader gave nothing (an error page is shown). */
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

/** What is told of an error: its status, and a sentence where one was made for people. */
export function describeError(error: unknown): { status: number; message: string } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: '' }
  const message = (error.data as { message?: unknown } | null)?.message
  return { status: error.status, message: typeof message === 'string' ? message : '' }
}

/** The source files of the screens of the matched routes. */
export function sourcesOf(matches: readonly { readonly route: { readonly handle?: unknown } }[]): string[] {
  return matches.flatMap(({ route }) => (isPageHandle(route.handle) ? [`src/web/pages/${route.handle.source}`] : []))
}

/** Whether visitors only read the page of the matched routes. */
export function isRead(matches: readonly { readonly route: { readonly handle?: unknown } }[]): boolean {
  return matches.some(({ route }) => isPageHandle(route.handle) && route.handle.isRead)
}

/** Loads the code of screens, and puts it where the router finds it without waiting: nothing may blink at the start. */
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
