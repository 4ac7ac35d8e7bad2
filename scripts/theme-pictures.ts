/**
 * Draws the pictures of the built-in themes by the product's own renderer: picture.webp in the folders of src/themes, which
 * the lists of themes show, and docs/pictures/themes, a sheet of all layouts in each theme. With a size, it only draws
 * sheets, into test-results/themes. Needs a build.
 * Usage: node scripts/theme-pictures.ts [folder of a theme, or all] [size of slides, such as 1280x720]
 */
import { createServer } from 'vite'

// The editor's modules use import.meta.glob, which only Vite knows.
const vite = await createServer({
  configFile: false,
  ...{ appType: 'custom', logLevel: 'warn', server: { middlewareMode: true, hmr: false, ws: false } },
})
await vite.ssrLoadModule('/src/testing/theme-pictures/draw.ts')
await vite.close()
