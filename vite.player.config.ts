import { defineConfig } from 'vite'
import { isRtlFont } from './src/rules/rtl-fonts.ts'

/**
 * Builds the player with its styles and fonts. The content hosts and the app's host serve the result at /a/, under
 * names that change with the content, so that browsers may keep it for ever.
 */
export default defineConfig({
  base: '/a/',
  publicDir: false,
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
              test: /preload-helper|\/src\/(player|rules|document)\/|\/blocks\/(players|media-prepare|code\/(code|parse)-steps)\./,
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
