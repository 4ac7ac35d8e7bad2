import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { directIcons } from './scripts/direct-icons.ts'
import { slimContracts } from './scripts/slim-contracts.ts'
import { splitChunks } from './scripts/split-chunks.ts'

/** The browsers of the last two years; they support light-dark() and popovers. */
const browsers = ['chrome123', 'edge123', 'firefox125', 'safari17.5']

const split = splitChunks()

/**
 * The build of the web app. `vite build` creates dist/web: the browsers' files and their manifest. `vite build --ssr`
 * creates dist/server/entry-server.js, which renders pages on the server. It contains its packages, so an installation
 * needs none of the web packages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [slimContracts(), directIcons(), split.plugin])],
  publicDir: 'src/web/public',
  // The browser loads what draws charts on demand, and decodes character references itself. The server has both.
  resolve: {
    alias: isSsrBuild
      ? []
      : [
          {
            find: /^.*\/chart-drawing\.ts$/,
            replacement: join(import.meta.dirname, 'src/blocks/chart/chart-drawing-on-demand.ts'),
          },
          { find: /^entities\/decode$/, replacement: join(import.meta.dirname, 'src/web/character-references.ts') },
        ],
  },
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
        // No data: URLs: the CSP of the pages allows only fonts from files.
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
