import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'

/** The programs of an installation without development packages. */
const serverPrograms = ['src/main.ts', 'src/backup/run.ts'] as const

/** Type-only imports; Node strips them and loads nothing. */
const typeImports =
  /^\s*(?:import|export)\s+type\s+(?:\w+|\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"]|\btypeof\s+import\([^)]*\)/gm
/** Static and dynamic imports, and packages that are resolved or loaded by a call. */
const packageForms = [
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  /\b(?:import|resolve|require|load)\(\s*['"]([^'"]+)['"]/g,
]
/** Source file names: imports, and programs of child processes and threads. */
const fileName = /['"]((?:\.{1,2}\/)*[\w./-]+\.ts)['"]/g

/** Packages a source loads at run time, without subpaths; excludes built-in modules and files. */
export function packagesOf(source: string): string[] {
  const running = source.replace(typeImports, '')
  return packageForms
    .flatMap((form) => [...running.matchAll(form)].map((match) => match[1] as string))
    .filter((wanted) => /^[@a-z]/i.test(wanted) && !isBuiltin(wanted))
    .map((wanted) => wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/'))
}

/** Source files a source references: its imports and the programs it starts. Paths from the root. */
function filesOf(path: string, source: string): string[] {
  const running = source.replace(typeImports, '')
  return [...running.matchAll(fileName)].map((match) => posix.join(posix.dirname(path), match[1] as string))
}

/** Each package the running server loads, with one file that loads it. `read`: null if the file does not exist. */
export function serverPackages(read: (path: string) => string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>(serverPrograms)
  // Iterating a set includes entries added meanwhile.
  for (const path of seen) {
    const source = read(path)
    if (source === null) continue
    for (const name of packagesOf(source)) if (!found.has(name)) found.set(name, path)
    for (const file of filesOf(path, source)) if (file.startsWith('src/')) seen.add(file)
  }
  return found
}

/** Packages the running server loads and `npm ci --omit=dev` would omit, each with a solution. */
export function serverPackageProblems(read: (path: string) => string | null, dependencies: object): string[] {
  return [...serverPackages(read)]
    .filter(([name]) => !Object.hasOwn(dependencies, name))
    .map(
      ([name, path]) =>
        `${path} imports ${name}, which package.json does not list in dependencies: an installed server would not start. ` +
        `Move it there: npm install --save-exact --save-prod ${name}`,
    )
}

/** The same for the project under a root. */
export function checkServerPackages(root: string): string[] {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  return serverPackageProblems(read, dependencies)
}
