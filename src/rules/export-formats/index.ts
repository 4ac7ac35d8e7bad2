import type { ExportFields, ExportFormatRules, OptionsOf } from './export-format.ts'
import { pdfFormat } from './pdf.ts'
import { powerpointFormat } from './powerpoint.ts'
import { zipFormat } from './zip.ts'

export type { ExportField, ExportFields, ExportFormatRules, OptionsOf } from './export-format.ts'

/**
 * All formats, in the order of the form. A new one is a file here and a line in this list, and its maker a line in
 * join-exports.ts; the compiler asks for both.
 */
export const exportFormats = [pdfFormat, powerpointFormat, zipFormat] as const satisfies readonly ExportFormatRules[]

type Format = (typeof exportFormats)[number]
/** The id of a format. */
export type ExportType = Format['type']
/** The options of a format. */
export type ExportOptions<Type extends ExportType = ExportType> = OptionsOf<Extract<Format, { type: Type }>['fields']>

export const exportTypes = exportFormats.map(({ type }) => type) as readonly ExportType[]

/** The format with this id. */
export function exportFormat(type: ExportType): ExportFormatRules {
  return exportFormats.find((format) => format.type === type) as ExportFormatRules
}

/** The initial options of a form. */
export function initialOptions(fields: ExportFields): Record<string, boolean | string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]))
}

/** What an export with these options contains that not every viewer of a deck may read. */
export function privateParts(
  fields: ExportFields,
  options: Readonly<Record<string, unknown>>,
): ReadonlySet<'notes' | 'hidden'> {
  const chosen = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'flag' && field.needs && options[name] === true ? [field.needs] : [],
  )
  return new Set(chosen)
}
