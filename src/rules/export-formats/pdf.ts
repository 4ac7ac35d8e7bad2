import type { ExportFormatRules, OptionsOf } from './export-format.ts'

/** PDF: pages to print, send or present anywhere. */
export const pdfFormat = {
  type: 'pdf',
  label: 'PDF',
  about: 'Pages that look like your slides, to print, send or present anywhere.',
  extension: 'pdf',
  fields: {
    pages: {
      kind: 'choice',
      label: 'Pages',
      options: [
        { id: 'slide', label: 'One for each slide' },
        { id: 'step', label: 'One for each step', listed: 'a page for each step' },
      ],
      initial: 'slide',
    },
    size: {
      kind: 'choice',
      label: 'Page size',
      hint: 'On paper of another shape, whole slides have margins',
      options: [
        { id: 'slide', label: 'As the slides' },
        { id: 'a4', label: 'A4' },
        { id: 'letter', label: 'Letter', listed: 'Letter' },
      ],
      initial: 'slide',
    },
    notes: {
      kind: 'flag',
      label: 'Speaker notes',
      hint: 'Below each slide, on upright pages',
      initial: false,
      needs: 'notes',
    },
    hidden: { kind: 'flag', label: 'Hidden slides', initial: false, needs: 'hidden' },
  },
} as const satisfies ExportFormatRules

export type PdfOptions = OptionsOf<typeof pdfFormat.fields>
