import type { RouteObject } from 'react-router'
import { shownTitle } from '../rules/deck-url.ts'
import { page } from './page.ts'
import { type AnalyticsData, loadAnalytics } from './pages/analytics/load-analytics.ts'
import { type ExportsData, loadExports } from './pages/exports/load-exports.ts'

/** Pages about one deck; those that show it are no pages of the app. */
export function deckRoutes(): RouteObject[] {
  return [
    page({
      path: '/:username/:slug/analytics',
      load: loadAnalytics,
      source: 'analytics/analytics-page.tsx',
      view: async () => (await import('./pages/analytics/analytics-page.tsx')).AnalyticsPage,
      meta: ({ deck }: AnalyticsData) => ({ title: `Analytics of ${shownTitle(deck.title)}`, hidden: true }),
    }),
    page({
      path: '/:username/:slug/exports',
      load: loadExports,
      source: 'exports/exports-page.tsx',
      view: async () => (await import('./pages/exports/exports-page.tsx')).ExportsPage,
      meta: ({ deck }: ExportsData) => ({ title: `Export ${shownTitle(deck.title)}`, hidden: true }),
    }),
  ]
}
