import { expect, test } from 'vitest'
import { addOutline } from './add-outline.ts'

/** A PDF of three pages in the form that the browser writes. */
function samplePdf(): Buffer {
  const bodies = [
    '<</Title (Deck)>>',
    '<</Type /Catalog\n/Pages 3 0 R\n/ViewerPreferences <</DisplayDocTitle false>>\n/Lang (en)>>',
    '<</Type /Pages\n/Count 3\n/Kids [4 0 R 5 0 R]>>',
    '<</Type /Pages\n/Parent 3 0 R\n/Kids [6 0 R 7 0 R]>>',
    '<</Type /Page\n/Parent 3 0 R>>',
    '<</Type /Page\n/Parent 4 0 R>>',
    '<</Type /Page\n/Parent 4 0 R>>',
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

test('each slide is an entry that leads to its page, in the order of pages', () => {
  const pdf = samplePdf()
  const made = addOutline(pdf, entries)?.toString('latin1') ?? ''
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

test('the new table leads to the changed objects, and to the table before', () => {
  const pdf = samplePdf()
  const made = addOutline(pdf, entries) as Buffer
  const text = made.toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
  const [root, first] = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  expect(text.slice(root).startsWith('2 0 obj')).toBe(true)
  expect(text.slice(first).startsWith('8 0 obj')).toBe(true)
  expect(text.slice(start)).toMatch(/\/Size 12\/Prev \d+/)
})

test('a PDF of another form stays as it is', () => {
  expect(addOutline(Buffer.from('%PDF-1.7\nno table'), entries)).toBeNull()
})
