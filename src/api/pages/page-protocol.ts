import type { ApiClient } from '../client.ts'
import type { HostTeam, Site } from './site.ts'
import type { Viewer } from './viewer.ts'

/** The metadata of a page, for its head element. */
export interface PageMeta {
  /** Title without the product's name, which is appended; '' on the home page. */
  readonly title: string
  readonly description?: string
  /** Absolute URL of the preview image for links to the page. */
  readonly image?: string
  /** og:type. Default: `website`. */
  readonly type?: string
  /** Whether search engines must not index the page. */
  readonly hidden?: boolean
}

/** Input of server rendering. */
export interface PageRequest {
  /** Absolute URL, with query. */
  readonly url: string
  readonly api: ApiClient
  readonly viewer: Viewer | null
  readonly site: Site
  /** The team of the page's host; null on the app's host. */
  readonly team: HostTeam | null
  readonly signal?: AbortSignal
}

/** Result of server rendering: a page or a redirect. */
export type PageResult =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page'
      readonly status: number
      readonly meta: PageMeta
      /** HTML of the app's root element. */
      readonly body: string
      /** Data for hydration, embedded as JSON. */
      readonly data: PageData
      /** Source files of the rendered screens, to find their styles and scripts: `src/web/pages/…`. */
      readonly sources: readonly string[]
      /** Whether the page is read-only for this user, so that the app's script can load later. */
      readonly isRead: boolean
      /** Whether the page has a card form, for which the CSP admits Stripe's script. */
      readonly takesCards: boolean
    }

/** Data for hydration. */
export interface PageData {
  readonly loaderData: Readonly<Record<string, unknown>>
  /** Errors by route id. */
  readonly errors: Readonly<Record<string, { status: number; message: string }>> | null
  readonly viewer: Viewer | null
  readonly site: Site
  readonly team: HostTeam | null
}

/** Renders a page: the function exported by the web app's server build. */
export type RenderPage = (request: PageRequest) => Promise<PageResult>
/** Renders an error page without API calls, if the page itself failed. */
export type RenderErrorPage = (request: PageRequest, status: number, message: string) => Promise<PageResult>
