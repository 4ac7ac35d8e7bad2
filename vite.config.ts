import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { directIcons } from './scripts/direct-icons.ts'
import { slimContracts } from './scripts/slim-contracts.ts'
import { splitChunks } from './scripts/split-chunks.ts'

/** The newest syntax that the browsers of the last two years understand; light-dark() is left as it is. */
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

const split = splitChunks()

/**
 * The web app. `vite build` makes dist/web (what browsers load, with its manifest), `vite build --ssr` makes
 * dist/server/entry-server.js (what the server draws pages with, everything inside, so that an installation needs no
 * web packages).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [slimContracts(), directIcons(), split.plugin])],
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
          output: split.output,
        },
      },
}))
