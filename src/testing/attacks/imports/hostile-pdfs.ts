import { deflateSync } from 'node:zlib'
import { lockedPdf, pdfOf, pdfOfPages, samplePdf } from '../../sample-pdf.ts'

/** Files that are no usable PDF, or that are made to exhaust what reads them. `locked`: needs a password. */
export interface HostilePdf {
  readonly name: string
  readonly bytes: () => Buffer
  /** What the import must say: why it cannot be read, or that it was read. */
  readonly ends: 'refused' | 'damaged' | 'locked' | 'contained'
}

const zeros = (count: number): Buffer => deflateSync(Buffer.alloc(count))

/** A one-bit picture of a size in px. */
function hugePicture(side: number): Buffer {
  const picture = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode >>`
  const object = { text: picture, stream: zeros(side * side * 3) }
  return pdfOfPages([{ content: 'q 900 0 0 500 20 20 cm /X4 Do Q' }], [object], '/XObject << /X4 4 0 R >>')
}

/** Forms in levels, each of which draws the next twice; the last draws text. */
function nestedForms(levels: number): Buffer {
  const forms = Array.from({ length: levels }, (_, level) => {
    const next = 4 + level + 1
    const names = level < levels - 1 ? `/XObject << /N ${next} 0 R >>` : ''
    const content = level < levels - 1 ? '/N Do 1 0 0 1 1 1 cm /N Do' : '0 0 10 10 re f'
    return {
      text: `<< /Type /XObject /Subtype /Form /BBox [0 0 900 500] /Resources << ${names} >> >>`,
      stream: Buffer.from(content),
    }
  })
  return pdfOfPages([{ content: '/X4 Do' }], forms, '/XObject << /X4 4 0 R >>')
}

function selfDrawing(): Buffer {
  const form = {
    text: '<< /Type /XObject /Subtype /Form /BBox [0 0 900 500] /Resources << /XObject << /S 4 0 R >> >> >>',
    stream: Buffer.from('/S Do'),
  }
  return pdfOfPages([{ content: '/X4 Do' }], [form], '/XObject << /X4 4 0 R >>')
}

function loopingPages(): Buffer {
  return pdfOf([
    { text: '<< /Type /Catalog /Pages 2 0 R >>' },
    { text: '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R] >>' },
  ])
}

/** Paths that take long to fill. */
function manyPaths(count: number): Buffer {
  let content = ''
  for (let index = 0; index < count; index += 1) content += `${index % 900} 0 m ${(index * 7) % 900} 500 l S\n`
  return pdfOfPages([{ content }])
}

/** The table of hostile PDFs. */
export const hostilePdfs: readonly HostilePdf[] = [
  { name: 'an empty file', bytes: () => Buffer.alloc(0), ends: 'refused' },
  {
    name: 'random bytes',
    bytes: () => Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4', 'hex'),
    ends: 'refused',
  },
  { name: 'HTML', bytes: () => Buffer.from('<!doctype html><p>Hello</p>'), ends: 'refused' },
  { name: 'a header alone', bytes: () => Buffer.from('%PDF-1.7\n'), ends: 'damaged' },
  { name: 'a truncated file', bytes: () => samplePdf('One').subarray(0, 200), ends: 'damaged' },
  { name: 'a page tree that loops', bytes: loopingPages, ends: 'contained' },
  { name: 'a password', bytes: () => lockedPdf('Locked'), ends: 'locked' },
  { name: 'a picture of 900 megapixels', bytes: () => hugePicture(30_000), ends: 'contained' },
  { name: 'a form that draws itself', bytes: selfDrawing, ends: 'contained' },
  { name: '30 levels of forms', bytes: () => nestedForms(30), ends: 'contained' },
  {
    name: 'a page of 2 x 140000 points',
    bytes: () => pdfOfPages([{ content: '0 0 1 1 re f', size: [2, 140_000] }]),
    ends: 'contained',
  },
  {
    name: '2000 pages',
    bytes: () => pdfOfPages(Array.from({ length: 2_000 }, () => ({ content: '' }))),
    ends: 'damaged',
  },
  { name: '200,000 paths', bytes: () => manyPaths(200_000), ends: 'contained' },
]
