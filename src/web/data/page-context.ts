import { createContext } from 'react-router'
import type { ApiClient } from '../../api/client.ts'
import type { HostTeam, Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'

/** The context of every page loader. */
export interface PageContext {
  readonly api: ApiClient
  readonly viewer: Viewer | null
  readonly site: Site
  /** The team of the page's host; null on the app's host. */
  readonly team: HostTeam | null
}

/** The router context key: `context.get(pageContext)`. */
export const pageContext = createContext<PageContext>()
