import type { ExportFormatRules, OptionsOf } from './export-format.ts'

/** A folder or a page that opens from a disk. */
export const zipFormat = {
  type: 'zip',
  label: 'ZIP',
  about: 'A deck that opens in any browser without the Internet, and that Lectern reads back as it was.',
  extension: 'zip',
  fields: {
    form: {
      kind: 'choice',
      label: 'Contents',
      options: [
        { id: 'folder', label: 'A folder with pictures and fonts' },
        { id: 'page', label: 'One HTML file with everything in it' },
      ],
      initial: 'folder',
    },
    notes: { kind: 'flag', label: 'Speaker notes', initial: false, needs: 'notes' },
    hidden: { kind: 'flag', label: 'Hidden slides', initial: false, needs: 'hidden' },
  },
} as const satisfies ExportFormatRules

export type ZipOptions = OptionsOf<typeof zipFormat.fields>
