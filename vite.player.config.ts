import { defineConfig, type Plugin } from 'vite'
import { isRtlFont } from './src/rules/rtl-fonts.ts'

/** The modules that a shown deck needs from the start. */
const ofFrame = new Set<string>()

const followFrame: Plugin = {
  name: 'follow-frame',
  buildEnd() {
    for (const id of this.getModuleIds()) if (id.endsWith('/src/player/frame.ts')) ofFrame.add(id)
    for (const id of ofFrame) for (const next of this.getModuleInfo(id)?.importedIds ?? []) ofFrame.add(next)
  },
}

const shared =
  /preload-helper|\/src\/(player|rules|document)\/|\/blocks\/(players|media-prepare|code\/(code|parse)-steps)\./

/**
 * Builds the player with its styles and fonts. The content hosts and the app's host serve the result at /a/, under
 * names that change with the content, so that browsers may keep it for ever.
 */
export default defineConfig({
  base: '/a/',
  publicDir: false,
  plugins: [followFrame],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'fonts-of-the-theme',
          Rule(rule) {
            rule.walkDecls((declaration) => {
              if (isRtlFont(rule.selector, declaration.prop)) declaration.remove()
            })
          },
        },
      ],
    },
  },
  build: {
    outDir: 'dist/player',
    assetsDir: '',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // A preload hint carries no nonce, so the policy would refuse it; what is lazy here is small and loads in one step.
    modulePreload: false,
    target: 'es2022',
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        player: 'src/player/frame.ts',
        first: 'src/player/frame-first.ts',
        print: 'src/player/print.ts',
        measure: 'src/player/measure/measure.ts',
        'theme-preview': 'src/player/theme-preview.ts',
        slides: 'src/player/slides.css',
        canvas: 'src/player/canvas.css',
        'font-montserrat': 'src/player/fonts/montserrat.css',
        'font-league': 'src/player/fonts/league.css',
        'font-opensans': 'src/player/fonts/opensans.css',
        'font-josefine': 'src/player/fonts/josefine.css',
        'font-news': 'src/player/fonts/news.css',
        'font-merriweather': 'src/player/fonts/merriweather.css',
        'font-asul': 'src/player/fonts/asul.css',
        'font-sketch': 'src/player/fonts/sketch.css',
        'font-quicksand': 'src/player/fonts/quicksand.css',
        'font-overpass': 'src/player/fonts/overpass.css',
      },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        // One file for what several documents need: a shown deck should not load many small ones.
        codeSplitting: {
          groups: [
            {
              name: 'frame-port',
              // What only other documents and later parts share stays out of it.
              test: (id: string) => shared.test(id) && (ofFrame.has(id) || id.includes('preload-helper')),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
