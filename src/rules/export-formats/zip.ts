import type { ExportFormatRules } from './export-format.ts'

/** Both are off, since a file may be for others. */
const hint = 'Without them, they are missing when Lectern reads the file back'

/** A folder or a page that opens from a disk. */
export const zipFormat = {
  type: 'zip',
  label: 'ZIP',
  about: 'A deck that opens in any browser without the Internet, and that Lectern can read back.',
  extension: 'zip',
  fields: {
    form: {
      kind: 'choice',
      label: 'Contents',
      options: [
        { id: 'folder', label: 'A folder with pictures and fonts' },
        { id: 'page', label: 'One HTML file with everything in it', listed: 'as one HTML file' },
      ],
      initial: 'folder',
    },
    notes: { kind: 'flag', label: 'Speaker notes', hint, initial: false, needs: 'notes' },
    hidden: { kind: 'flag', label: 'Hidden slides', hint, initial: false, needs: 'hidden' },
  },
} as const satisfies ExportFormatRules
