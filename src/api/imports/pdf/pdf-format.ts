import { timings } from '../../../rules/timings.ts'
import type { ImportFormat } from '../format.ts'

/** PDF readers accept some bytes before the header. */
const headerWithin = 1_024

export const pdfFormat: ImportFormat = {
  id: 'pdf',
  ending: 'pdf',
  detect: ({ head }) => head.subarray(0, headerWithin).includes('%PDF-'),
  load: async () => (await import('./read-pdf.ts')).readPdf,
  memory: 900_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}
