import type { ExportFormatRules, OptionsOf } from './export-format.ts'

/** PowerPoint: slides to edit in an office program. */
export const powerpointFormat = {
  type: 'ppt',
  label: 'PowerPoint',
  about: 'Slides to edit in PowerPoint, Keynote or LibreOffice: texts, shapes, tables and charts stay what they are.',
  extension: 'pptx',
  fields: {
    animations: {
      kind: 'flag',
      label: 'Steps as animations',
      hint: 'Otherwise everything is there at once',
      initial: true,
    },
    notes: { kind: 'flag', label: 'Speaker notes', initial: true, needs: 'notes' },
    hidden: { kind: 'flag', label: 'Hidden slides', hint: 'They stay hidden', initial: false, needs: 'hidden' },
  },
} as const satisfies ExportFormatRules

export type PowerpointOptions = OptionsOf<typeof powerpointFormat.fields>
