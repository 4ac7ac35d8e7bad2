import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first installed program, or null. `folders`: additional directories besides PATH. */
export function findProgram(names: readonly string[], folders: readonly string[] = []): string | null {
  const places = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/bin',
    '/usr/local/bin',
    ...folders,
  ]
  return names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path)) ?? null
}
