import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router'
import type { PageMeta } from '../api/pages/page-protocol.ts'
import { isAppHostPath } from '../rules/app-host-paths.ts'
import { type PageContext, pageContext } from './data/page-context.ts'

/** Arguments of a page's loader. */
export interface LoadArgs extends PageContext {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: URL
  readonly signal: AbortSignal
}

/** A route's data about its page, mainly for the head. */
export interface PageHandle {
  readonly meta: (data: unknown) => PageMeta
  /** Whether the page has a loader, whose data the head needs. */
  readonly loads: boolean
  /** The page's source file, relative to src/web/pages. */
  readonly source: string
  /** See PageOptions. */
  readonly isRead: boolean
}

/** A page: its path, loader, component and head. */
export interface PageOptions<D> {
  readonly path?: string
  readonly index?: boolean
  /** Runs on the server for the first page and in the browser afterward. Throw `pageError` or `redirect`. */
  readonly load?: (args: LoadArgs) => Promise<D> | D
  /** The page's source file, relative to src/web/pages: the file that `view` imports. */
  readonly source: string
  readonly view: () => Promise<ComponentType>
  readonly meta: (data: D) => PageMeta
  /**
   * Whether visitors only read, follow links and search on the page. The app's script is then loaded only when they use
   * another control.
   */
  readonly isRead?: boolean
  readonly shouldRevalidate?: RouteObject['shouldRevalidate']
}

/** Creates a page's route. The page's code is loaded when it is first shown, in parallel with its data. */
export function page<D = undefined>(options: PageOptions<D>): RouteObject {
  const { path, index, load, source, view, meta, shouldRevalidate, isRead = false } = options
  const handle: PageHandle = { meta: meta as PageHandle['meta'], loads: load !== undefined, source, isRead }
  const isAppHostOnly = path !== undefined && isAppHostPath(path)
  const loader =
    load || isAppHostOnly
      ? async ({ context, params, request }: LoaderFunctionArgs) => {
          const found = context.get(pageContext)
          const url = new URL(request.url)
          if (found.team && isAppHostOnly) throw redirectDocument(url.pathname + url.search)
          return load ? load({ ...found, params, url, signal: request.signal }) : null
        }
      : undefined
  return {
    ...(index ? { index: true as const } : { path }),
    id: path ?? 'home',
    handle,
    lazy: { Component: view },
    ...(shouldRevalidate ? { shouldRevalidate } : {}),
    ...(loader ? { loader } : {}),
  } as RouteObject
}
