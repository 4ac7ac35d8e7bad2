/** One option of an export's form. */
export type ExportField =
  | {
      readonly kind: 'flag'
      readonly label: string
      readonly hint?: string
      readonly initial: boolean
      /** Offered only to users who may read this of the deck. */
      readonly needs?: 'notes' | 'hidden'
    }
  | {
      readonly kind: 'choice'
      readonly label: string
      readonly hint?: string
      /** `listed`: what a list of exports says instead of the label. */
      readonly options: readonly { readonly id: string; readonly label: string; readonly listed?: string }[]
      readonly initial: string
    }

/** The fields of an export's form, by the name of their option. */
export type ExportFields = Readonly<Record<string, ExportField>>

/** A format as forms and the API know it. What makes the file is in api/exports. */
export interface ExportFormatRules {
  /** Its id in the API. */
  readonly type: 'pdf' | 'ppt' | 'zip'
  /** Its name in the interface. */
  readonly label: string
  /** One sentence about what users get. */
  readonly about: string
  readonly extension: string
  readonly fields: ExportFields
}

/** The options of a format with these fields. */
export type OptionsOf<Fields extends ExportFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends {
    readonly kind: 'choice'
    readonly options: readonly { readonly id: infer Id }[]
  }
    ? Id
    : boolean
}
