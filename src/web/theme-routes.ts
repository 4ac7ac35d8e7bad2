import type { RouteObject } from 'react-router'
import { type LoadArgs, page } from './page.ts'
import type { loadTheme } from './pages/themes/load-themes.ts'

type EditedTheme = Awaited<ReturnType<typeof loadTheme>>

const loaders = () => import('./pages/themes/load-themes.ts')

/** The pages of themes. */
export function themeRoutes(): RouteObject[] {
  return [
    page({
      path: '/themes',
      load: async (args: LoadArgs) => (await loaders()).loadThemes(args),
      source: 'themes/themes-page.tsx',
      view: async () => (await import('./pages/themes/themes-page.tsx')).ThemesPage,
      meta: () => ({ title: 'Themes', hidden: true }),
    }),
    page({
      path: '/themes/:id',
      load: async (args: LoadArgs) => (await loaders()).loadTheme(args),
      source: 'themes/theme-page.tsx',
      view: async () => (await import('./pages/themes/theme-page.tsx')).ThemePage,
      meta: ({ theme }: EditedTheme) => ({ title: `${theme.name} – Themes`, hidden: true }),
    }),
    page({
      path: '/themes/:id/preview',
      load: async (args: LoadArgs) => (await loaders()).loadPreview(args),
      source: 'themes/theme-preview-page.tsx',
      view: async () => (await import('./pages/themes/theme-preview-page.tsx')).ThemePreviewPage,
      meta: ({ theme }: Pick<EditedTheme, 'theme'>) => ({ title: `Preview of ${theme.name}`, hidden: true }),
    }),
  ]
}
