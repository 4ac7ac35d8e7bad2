/** How lines are set. '' is the theme's own. */
export type TextAlign = '' | 'left' | 'center' | 'right' | 'justify'

/** What kind of paragraph: 'p', a heading, or a quotation's line. */
export type ParagraphKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

/** What holds at the caret, or in all of the selected text. */
export interface TextFormat {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly list: 'none' | 'bullet' | 'number'
  readonly paragraph: ParagraphKind
  readonly align: TextAlign
  /** The address of the link around the caret, or null. */
  readonly link: string | null
}

/** One thing to do to the selected text (or to all text of the selected blocks when none is being edited). */
export type TextCommand =
  | { readonly kind: 'mark'; readonly mark: 'bold' | 'italic' | 'underline' | 'strike' }
  | { readonly kind: 'list'; readonly list: 'bullet' | 'number' }
  | { readonly kind: 'indent'; readonly by: 1 | -1 }
  | { readonly kind: 'paragraph'; readonly paragraph: ParagraphKind }
  | { readonly kind: 'align'; readonly align: TextAlign }
  | { readonly kind: 'link'; readonly href: string | null }
