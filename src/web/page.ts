import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { PageMeta } from '../api/pages/page-protocol.ts'
import { type PageContext, pageContext } from './data/page-context.ts'

/** What a page's loader is given. */
export interface LoadArgs extends PageContext {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: URL
  readonly signal: AbortSignal
}

/** What a route carries for the head of its page. */
export interface PageHandle {
  readonly meta: (data: unknown) => PageMeta
  /** Whether the head can only be written once the page's data is there. */
  readonly loads: boolean
  /** Source file of the screen, from src/web/pages. */
  readonly source: string
  /** Visitors only read it; see PageOptions. */
  readonly isRead: boolean
}

/** A screen: where it is, what it loads, what it shows. */
export interface PageOptions<D> {
  readonly path?: string
  readonly index?: boolean
  /** Runs on the server for the first page and in the browser afterward. Throw `pageError` or `redirect`. */
  readonly load?: (args: LoadArgs) => Promise<D> | D
  /** Source file of the screen, from src/web/pages; the same that `view` imports. */
  readonly source: string
  readonly view: () => Promise<ComponentType>
  readonly meta: (data: D) => PageMeta
  /**
   * Whether all that visitors do on it is reading, following links and searching: then the app's script stays away until
   * they touch something else.
   */
  readonly isRead?: boolean
  readonly shouldRevalidate?: RouteObject['shouldRevalidate']
}

/** Makes the route of a screen. Its code is loaded when it is first shown; its data meanwhile. */
export function page<D = undefined>(options: PageOptions<D>): RouteObject {
  const { path, index, load, source, view, meta, shouldRevalidate, isRead = false } = options
  const handle: PageHandle = { meta: meta as PageHandle['meta'], loads: load !== undefined, source, isRead }
  return {
    ...(index ? { index: true as const } : { path }),
    id: path ?? 'home',
    handle,
    lazy: { Component: view },
    ...(shouldRevalidate ? { shouldRevalidate } : {}),
    ...(load
      ? {
          loader: ({ context, params, request }: LoaderFunctionArgs) =>
            load({ ...context.get(pageContext), params, url: new URL(request.url), signal: request.signal }),
        }
      : {}),
  } as RouteObject
}
