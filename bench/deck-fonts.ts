import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The project's fonts as files that LibreOffice reads, in a folder; null without the tool that unpacks them (`wawoff2`, in
 * `tools`). LibreOffice draws with what is installed, so without them files look worse than they are.
 */
export async function installFonts(root: string, tools: string | null): Promise<string | null> {
  if (!tools || !existsSync(join(tools, 'node_modules/wawoff2'))) return null
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'))
  const { decompress } = createRequire(join(tools, 'x.js'))('wawoff2') as {
    decompress(bytes: Uint8Array): Promise<Uint8Array>
  }
  for (const scope of [
    join(root, 'node_modules/@fontsource'),
    join(root, 'node_modules/@fontsource-variable'),
    join(tools, 'node_modules/@fontsource'),
  ]) {
    if (!existsSync(scope)) continue
    for (const family of readdirSync(scope)) {
      const files = join(scope, family, 'files')
      if (!existsSync(files)) continue
      const wanted = readdirSync(files).filter((name) => /-latin-(wght|400|700)-(normal|italic)\.woff2$/.test(name))
      for (const name of wanted) {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, name.replace(/woff2$/, 'ttf')), await decompress(readFileSync(join(files, name))))
      }
    }
  }
  return folder
}
