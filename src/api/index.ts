import type { Route } from './route.ts'

/** The whole API: one line a resource. */
export const routes: readonly Route[] = []
