import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawOffice, type OfficePages } from './draw-office.ts'

export const pageName = (kind: 'own' | 'office', index: number): string =>
  `${kind}-${String(index + 1).padStart(3, '0')}.png`

/**
 * The pages of a file as LibreOffice shows them; null if it does not open the file. They are kept in a folder, since
 * LibreOffice takes most of the time, and a file does not change.
 */
export async function officePages(
  file: string,
  folder: string,
  ...[size, fonts]: [size: { readonly width: number; readonly height: number }, fonts: string | null]
): Promise<OfficePages | null> {
  const list = join(folder, 'office.json')
  if (!existsSync(list)) {
    mkdirSync(folder, { recursive: true })
    const drawn = await drawOffice(file, size, fonts).catch(() => null)
    for (const [index, picture] of (drawn?.pictures ?? []).entries())
      writeFileSync(join(folder, pageName('office', index)), picture)
    writeFileSync(list, JSON.stringify(drawn?.texts ?? null))
  }
  const texts: string[] | null = JSON.parse(readFileSync(list, 'utf8'))
  if (!texts) return null
  const names = readdirSync(folder).filter((name) => /^office-\d+\.png$/.test(name))
  return { texts, pictures: names.toSorted().map((name) => readFileSync(join(folder, name))) }
}
