import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { circleProblems, layerProblems } from './import-graph.ts'
import { fileKinds, socketFiles, socketModules } from './import-rules.ts'
import { checkServerPackages } from './server-packages.ts'

/** Lines of a source or style file. */
const maxLines = 400
const code = /\.(ts|tsx|mjs)$/
const styles = /\.css$/
const test = /\.test\.tsx?$/
const forbiddenNames = /^(utils?|helpers?|common|misc)$/
const kebab = /^[a-z0-9.]+(-[a-z0-9.]+)*$/
/** Home and work folders of a specific machine. */
const machinePath = /(?<![\w.])(\/home\/[a-z][\w-]*\/|\/Users\/[A-Za-z]|\/root\/|\/work\/(main|shared)|C:\\+Users\\)/

const statements = [/^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]/gm, /\bimport\(\s*['"]([^'"]+)['"]/g]

/** The import specifiers of a source. */
export function importsOf(source: string): string[] {
  return statements.flatMap((form) => [...source.matchAll(form)].map((match) => match[1] as string))
}

/** The project files a source imports, as paths from the root. */
export function targetsOf(path: string, source: string): string[] {
  const relative = importsOf(source).filter((wanted) => wanted.startsWith('.'))
  return relative.map((wanted) => targetOf(path, wanted))
}

function targetOf(path: string, wanted: string): string {
  return posix.join(posix.dirname(path), wanted).replace(/\?.*$/, '')
}

/** A file's violations of the import rules, each with what to do instead. `path` from the root, with slashes. */
export function importProblems(path: string, source: string): string[] {
  if (test.test(path)) return []
  const kind = fileKinds.find((one) => one.files.test(path))
  if (!kind) return [`${path}: no part of the project has files here; see ARCHITECTURE.md for where it belongs.`]
  return importsOf(source).flatMap((wanted) => {
    const target = wanted.startsWith('.') ? targetOf(path, wanted) : null
    const own = kind.ownFolder && target?.startsWith(`${posix.dirname(path)}/`)
    const allowed = target
      ? own || kind.sees.some((one) => one.test(target))
      : !kind.without.some((one) => one.test(wanted))
    if (!allowed) return [`${path} is part of ${kind.name} and may not import ${target ?? wanted}. ${kind.instead}`]
    const opens = path.startsWith('src/') && socketModules.test(wanted) && !path.startsWith('src/testing/')
    if (!opens || socketFiles.some((one) => one.test(path))) return []
    return [`${path} may not import ${wanted}: whatever the server fetches goes through the guarded fetcher.`]
  })
}

/** Violations of the size limit. */
export function sizeProblems(path: string, source: string): string[] {
  const lines = source.split('\n').length - 1
  return lines > maxLines ? [`${path} has ${lines} lines; split it by what it does, at ${maxLines} at most.`] : []
}

/** Violations of the naming and size rules. */
export function shapeProblems(path: string, source: string): string[] {
  const stem = basename(path).replace(/\.[a-z.]+$/, '')
  const problems = sizeProblems(path, source)
  if (!kebab.test(basename(path))) problems.push(`${path}: name it in lower case with dashes.`)
  if (forbiddenNames.test(stem)) problems.push(`${path}: name it for what it holds, not for being useful.`)
  if (/^export default/m.test(source) && !/\.config\.ts$|^src\/testing\/shared-server\.ts$|\.d\.ts$/.test(path)) {
    problems.push(`${path}: export by name; then every importer calls it the same.`)
  }
  return problems
}

/** Machine-specific paths in a committed text. */
export function machinePathProblems(path: string, text: string): string[] {
  const found = machinePath.exec(text)
  return found ? [`${path} names a folder of one machine (${found[0]}); write it relative to the project.`] : []
}

/** All problems of the files under a root, as listed by git (including untracked ones, without ignored ones). */
function checkProject(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = list.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  const imports = new Map<string, readonly string[]>()
  const problems = files.flatMap((path) => {
    if (/\.(woff2?|png|jpe?g|webp|gif|ico|gz|pdf|zip)$|^package-lock\.json$/.test(path)) return []
    const text = readFileSync(join(root, path), 'utf8')
    if (code.test(path) && !test.test(path)) imports.set(path, targetsOf(path, text))
    const inCode = code.test(path) ? [...shapeProblems(path, text), ...importProblems(path, text)] : []
    const inStyles = styles.test(path) ? sizeProblems(path, text) : []
    return [
      ...inCode,
      ...inStyles,
      ...(path.startsWith('scripts/check-imports') ? [] : machinePathProblems(path, text)),
    ]
  })
  return [...problems, ...layerProblems(imports), ...circleProblems(imports)]
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const problems = [...checkProject(root), ...checkServerPackages(root)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('Every import stays within its border, and the server finds its packages.')
}
