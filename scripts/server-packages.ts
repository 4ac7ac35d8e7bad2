import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'

/** The programs that an installation without development packages runs. */
const serverPrograms = ['src/main.ts', 'src/backup/run.ts'] as const

/** Imports of types alone; Node takes them out and loads nothing for them. */
const typeImports =
  /^\s*(?:import|export)\s+type\s+(?:\w+|\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"]|\btypeof\s+import\([^)]*\)/gm
/** Static and dynamic imports, and packages that are resolved or loaded by a call. */
const packageForms = [
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  /\b(?:import|resolve|require|load)\(\s*['"]([^'"]+)['"]/g,
]
/** Names of source files: imported ones, and programs of child processes and threads. */
const fileName = /['"]((?:\.{1,2}\/)*[\w./-]+\.ts)['"]/g

/** Packages that a source loads when it runs, without their subpaths; built-in modules and files are left out. */
export function packagesOf(source: string): string[] {
  const running = source.replace(typeImports, '')
  return packageForms
    .flatMap((form) => [...running.matchAll(form)].map((match) => match[1] as string))
    .filter((wanted) => /^[@a-z]/i.test(wanted) && !isBuiltin(wanted))
    .map((wanted) => wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/'))
}

/** Source files that a source names: its imports, and the programs that it starts. Paths from the root. */
function filesOf(path: string, source: string): string[] {
  const running = source.replace(typeImports, '')
  return [...running.matchAll(fileName)].map((match) => posix.join(posix.dirname(path), match[1] as string))
}

/** Each package that the running server loads, with one file that loads it. `read`: null where there is no such file. */
export function serverPackages(read: (path: string) => string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>(serverPrograms)
  // A set grows while it is walked: what a file names comes after it.
  for (const path of seen) {
    const source = read(path)
    if (source === null) continue
    for (const name of packagesOf(source)) if (!found.has(name)) found.set(name, path)
    for (const file of filesOf(path, source)) if (file.startsWith('src/')) seen.add(file)
  }
  return found
}

/** Packages that the running server loads and that `npm ci --omit=dev` would leave out, each with what to do. */
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
