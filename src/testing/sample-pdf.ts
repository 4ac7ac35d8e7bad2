import { deflateSync } from 'node:zlib'

/** An object of a PDF: its dictionary or value, and a stream. */
export interface PdfObject {
  readonly text: string
  readonly stream?: Uint8Array
}

/** A PDF of these objects, numbered from 1; the first is the catalog. `trailer`: further entries. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let at = parts[0]!.length
  const add = (part: Uint8Array | string) => {
    const bytes = Buffer.from(part as string)
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, { text, stream }] of objects.entries()) {
    places.push(at)
    add(`${index + 1} 0 obj\n`)
    if (stream) {
      add(`${text.replace(/>>\s*$/, `/Length ${stream.length} >>`)}\nstream\n`)
      add(stream)
      add('\nendstream')
    } else add(text)
    add('\nendobj\n')
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = at
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`)
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A page's content, with its size in points. */
export interface PdfPage {
  readonly content: string
  readonly size?: readonly [number, number]
}

/** A PDF of pages with the font F1 (Helvetica). `more`: objects that pages name as X5 and so on, by their number. */
export function pdfOfPages(pages: readonly PdfPage[], more: readonly PdfObject[] = [], names = ''): Buffer {
  const first = 4 + more.length
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  return pdfOf([
    { text: '<< /Type /Catalog /Pages 2 0 R >>' },
    { text: `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>` },
    { text: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>' },
    ...more,
    ...pages.flatMap(({ content, size: [width, height] = [960, 540] }, index) => [
      {
        text: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${names} >> >>`,
      },
      { text: '<< /Filter /FlateDecode >>', stream: deflateSync(Buffer.from(content, 'latin1')) },
    ]),
  ])
}

/** A page with a heading, a line of text and a blue rectangle. */
function textPage(heading: string, text: string): PdfPage {
  return {
    content: `BT /F1 40 Tf 80 440 Td (${heading}) Tj ET BT /F1 20 Tf 80 380 Td (${text}) Tj ET 0.1 0.3 0.8 rg 80 80 300 200 re f`,
  }
}

/** A PDF with a page for each heading. */
export function samplePdf(...headings: readonly string[]): Buffer {
  return pdfOfPages(headings.map((heading, index) => textPage(heading, `This is page ${index + 1}`)))
}

/** Such a PDF, encrypted with a user password (RC4, 40 bits): the keys need not be right to be asked for it. */
export function lockedPdf(...headings: readonly string[]): Buffer {
  const key = `<${'ab'.repeat(32)}>`
  const id = '<00112233445566778899aabbccddeeff>'
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >> /ID [${id} ${id}]`
  const plain = samplePdf(...headings).toString('latin1')
  return Buffer.from(plain.replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`), 'latin1')
}
