import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimContracts } from './scripts/slim-contracts.ts'

/** The newest syntax that the browsers of the last two years understand; light-dark() is left as it is. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

/** What stands in the first load of the app and of the editor. */
const uiStyles =
  /src[\\/]web[\\/](ui[\\/](fonts\.css|(.*[\\/])?(ask-host|button|dialog|flash-host|icon-button|menu|notice|spinner|tooltip)\.module\.css)|frame[\\/]session-watch\.module\.css)/
/** What lists of decks are made of, and the home page's drawing. */
const cardStyles =
  /src[\\/]web[\\/](features[\\/](deck-card|stage)|ui)[\\/](deck-card|deck-grid|stage|pagination|tab-links|avatar)\.module\.css/

/**
 * The web app. `vite build` makes dist/web (what browsers load, with its manifest), `vite build --ssr` makes
 * dist/server/entry-server.js (what the server draws pages with, everything inside, so that an installation needs no
 * web packages).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [slimContracts()])],
  publicDir: 'src/web/public',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:5]' } },
  build: isSsrBuild
    ? {
        target: 'node22',
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/web/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
      }
    : {
        target: browsers,
        cssTarget: browsers,
        outDir: 'dist/web',
        emptyOutDir: true,
        manifest: true,
        // Pictures and fonts are files of their own: the pages' policy takes fonts from nowhere else.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [
            'src/web/entries/app.tsx',
            'src/web/entries/visitor.ts',
            'src/web/entries/deck.ts',
            'src/web/entries/editor.tsx',
            'src/web/entries/password.ts',
            'src/web/entries/live.ts',
            'src/web/entries/stage.tsx',
          ],
          output: {
            codeSplitting: {
              groups: [
                // Styles by themselves, or each part of a page would bring a file of its own. Only what comes together.
                { name: 'ui', test: uiStyles },
                { name: 'cards', test: cardStyles },
                // Left alone, each icon that two pages show becomes a file, and an editor asks for a dozen more of them.
                { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2, tags: ['$initial'] },
              ],
            },
          },
        },
      },
}))
