import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const iconImport = /import \{([^}]*)\} from 'lucide-react'/g
const iconFile = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/
const key = /, key: "\w+"(?= \})/g

/** The file of each exported icon name, aliases included. */
function readIconFiles(): ReadonlyMap<string, string> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm')
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(folder, file))
  return files
}

/**
 * Imports each icon from its own file instead of the package's index. The index imports all icons, so that every entry
 * would count as a user of every icon, and first loads would contain the icons of all pages (see split-chunks.ts).
 * Fails for names that are no icons; types must be imported as types.
 *
 * The random React keys of an icon's shapes are omitted: their order never changes, and they hardly compress.
 */
export function directIcons(): Plugin {
  let files: ReadonlyMap<string, string> | null = null
  return {
    name: 'direct-icons',
    enforce: 'pre',
    transform(code, id) {
      if (iconFile.test(id.replaceAll('\\', '/'))) return code.replace(key, '')
      if (id.includes('/node_modules/') || !code.includes("from 'lucide-react'")) return null
      const known = files ?? readIconFiles()
      files = known
      return code.replace(iconImport, (_, list: string) => {
        const names = list.split(',').map((name) => name.trim())
        return names
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [exported = '', local = exported] = name.split(/\s+as\s+/)
            const file = known.get(exported)
            if (!file) throw new Error(`${id}: lucide-react has no icon '${exported}'`)
            return `import ${local} from ${JSON.stringify(file)}`
          })
          .join(';')
      })
    },
  }
}
