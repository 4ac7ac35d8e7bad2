import { createContext } from 'react-router'
import type { ApiClient } from '../../api/client.ts'
import type { Site } from '../../api/pages/site.ts'
import type { Viewer } from '../../api/pages/viewer.ts'

/** What every loader of a page is handed. */
export interface PageContext {
  readonly api: ApiClient
  readonly viewer: Viewer | null
  readonly site: Site
}

/** Where loaders find it: `context.get(pageContext)`. */
export const pageContext = createContext<PageContext>()
