import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router'
import type { PageMeta } from '../api/pages/page-protocol.ts'
import { isAppHostPath } from '../rules/app-host-paths.ts'
import { type PageContext, pageContext } from './data/page-context.ts'
import { orPresentData } from './data/refresh.ts'
import { stripeScriptUrl } from './data/stripe-script.ts'

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
  readonly takesCards: boolean
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
  /** Whether the page has a card form, or charges a card. With Stripe its CSP admits Stripe's script. */
  readonly takesCards?: boolean
  readonly shouldRevalidate?: RouteObject['shouldRevalidate']
}

/**
 * Requests a page with Stripe's card form from the server when the browser navigates to it: a document keeps the CSP
 * that it began with, and only that of these pages admits the script.
 */
function ensureCardPolicy({ site, url }: LoadArgs): void {
  if (typeof document === 'undefined' || site.driver !== 'stripe' || stripeScriptUrl() !== null) return
  throw redirectDocument(url.pathname + url.search)
}

/** Creates a page's route. The page's code is loaded when it is first shown, in parallel with its data. */
export function page<D = undefined>(options: PageOptions<D>): RouteObject {
  const { path, index, load, source, view, meta, shouldRevalidate, isRead = false, takesCards = false } = options
  const loads = load !== undefined
  const handle: PageHandle = { meta: meta as PageHandle['meta'], loads, source, isRead, takesCards }
  const isAppHostOnly = path !== undefined && isAppHostPath(path)
  const loader =
    load || isAppHostOnly
      ? async ({ context, params, request }: LoaderFunctionArgs) => {
          const args = { ...context.get(pageContext), params, url: new URL(request.url), signal: request.signal }
          if (args.team && isAppHostOnly) throw redirectDocument(args.url.pathname + args.url.search)
          if (takesCards) ensureCardPolicy(args)
          return load ? orPresentData(args.url, () => load(args)) : null
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
