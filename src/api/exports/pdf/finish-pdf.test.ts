import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishPdf } from './finish-pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-outline-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A PDF with an outline, as Latin-1; null if it cannot have one. */
async function outlined(pdf: Buffer): Promise<string | null> {
  const path = join(folder, 'slides.pdf')
  await writeFile(path, pdf)
  return (await finishPdf(path, { entries, size: null })) ? readFile(path, 'latin1') : null
}

/** A PDF of three pages in the form that the browser writes. */
function samplePdf(box = ''): Buffer {
  const bodies = [
    '<</Title (Deck)>>',
    '<</Type /Catalog\n/Pages 3 0 R\n/ViewerPreferences <</DisplayDocTitle false>>\n/Lang (en)>>',
    '<</Type /Pages\n/Count 3\n/Kids [4 0 R 5 0 R]>>',
    '<</Type /Pages\n/Parent 3 0 R\n/Kids [6 0 R 7 0 R]>>',
    ...[3, 4, 4].map((parent) => `<</Type /Page\n${box && `/MediaBox ${box}\n`}/Parent ${parent} 0 R>>`),
  ]
  let text = '%PDF-1.4\n'
  const offsets = bodies.map((body, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 8\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 8\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const entries = [
  { title: 'Bees', page: 0, isBelow: false },
  { title: 'Żądło', page: 1, isBelow: true },
  { title: 'End', page: 2, isBelow: false },
]

test('each slide is an entry that leads to its page, in the order of pages', async () => {
  const pdf = samplePdf()
  const made = (await outlined(pdf)) ?? ''
  expect(made.startsWith(pdf.toString('latin1'))).toBe(true)
  const added = made.slice(pdf.length)
  expect([...added.matchAll(/\/Dest \[(\d+) 0 R \/Fit\]/g)].map(([, page]) => page)).toEqual(['6', '7', '5'])
  const title = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
  for (const entry of entries) expect(added).toContain(`/Title ${title(entry.title)}`)
  // The slide below the first of its stack is its child.
  expect(added).toContain('/Parent 9 0 R/Dest [7 0 R /Fit]')
  expect(added).toContain('/DisplayDocTitle true')
  expect(added).not.toContain('/DisplayDocTitle false')
})

test('the new table leads to the changed objects, and to the table before', async () => {
  const text = (await outlined(samplePdf())) ?? ''
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
  const [root, first] = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  expect(text.slice(root).startsWith('2 0 obj')).toBe(true)
  expect(text.slice(first).startsWith('8 0 obj')).toBe(true)
  expect(text.slice(start)).toMatch(/\/Size 12\/Prev \d+/)
})

test.each([
  ['[0 0 720 525.12]', '[0 0.12 720 525.12]'],
  ['[0 0 720.24 525]', '[0 0 720 525]'],
  ['[0 0 720 525]', null],
  ['[0 0 841.92 594.96]', null],
])('pages of %s end where slides of 720 x 525 points do', async (box, trimmed) => {
  const path = join(folder, 'slides.pdf')
  const pdf = samplePdf(box)
  await writeFile(path, pdf)
  await finishPdf(path, { entries: [], size: { width: 720, height: 525 } })
  const added = (await readFile(path, 'latin1')).slice(pdf.length)
  expect([...added.matchAll(/\/MediaBox (\[.*?\])/g)].map(([, found]) => found)).toEqual(
    trimmed === null ? [] : [trimmed, trimmed, trimmed],
  )
})

test('a PDF of another form stays as it is', async () => {
  expect(await outlined(Buffer.from('%PDF-1.7\nno table'))).toBeNull()
  expect(await readFile(join(folder, 'slides.pdf'), 'latin1')).toBe('%PDF-1.7\nno table')
})
