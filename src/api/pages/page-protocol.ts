import type { ApiClient } from '../client.ts'
import type { Site } from './site.ts'
import type { Viewer } from './viewer.ts'

/** What the head of a page says about it. */
export interface PageMeta {
  /** Without the product's name, which is added; empty on the home page. */
  readonly title: string
  readonly description?: string
  /** Absolute address of the picture that is shown where the page is linked. */
  readonly image?: string
  /** og:type; `website` unless told. */
  readonly type?: string
  /** Kept out of search machines. */
  readonly hidden?: boolean
}

/** What the server hands the web app to draw a page. */
export interface PageRequest {
  /** Absolute address, with query. */
  readonly url: string
  readonly api: ApiClient
  readonly viewer: Viewer | null
  readonly site: Site
  readonly signal?: AbortSignal
}

/** What came of it: a page, or the way to another one. */
export type PageResult =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page'
      readonly status: number
      readonly meta: PageMeta
      /** HTML of the app's root element. */
      readonly body: string
      /** What the browser needs to take over; put into the page as JSON. */
      readonly data: PageData
      /** Source files of the screens in it, for their styles and scripts: `src/web/pages/…`. */
      readonly sources: readonly string[]
      /** Whether this person only reads it: the app's script is not needed at once. */
      readonly isRead: boolean
    }

/** What the browser takes over from the server. */
export interface PageData {
  readonly loaderData: Readonly<Record<string, unknown>>
  /** The error of a route, by its id. */
  readonly errors: Readonly<Record<string, { status: number; message: string }>> | null
  readonly viewer: Viewer | null
  readonly site: Site
}

/** The one function of the server's build of the web app. */
export type RenderPage = (request: PageRequest) => Promise<PageResult>
/** Draws an error page without asking anything: what is shown when a page itself could not be made. */
export type RenderErrorPage = (request: PageRequest, status: number, message: string) => Promise<PageResult>
