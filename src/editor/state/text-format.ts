/** Alignment of lines; '' for the theme's. */
export type TextAlign = '' | 'left' | 'center' | 'right' | 'justify'

/** Kind of a paragraph. */
export type ParagraphKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'quote' | 'caption'

/** Boolean marks of text. */
export type TextMark = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'sub' | 'sup'

/** CSS properties of text; the value '' is the theme's. */
export type TextStyle = 'color' | 'background-color' | 'font-family' | 'font-weight'

/** Font size in slide px; 'mixed' for several, null if nothing is laid out. */
export type TextSize = number | 'mixed' | null

/** The format at the caret, or common to the selected text. */
export interface TextFormat {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly code: boolean
  readonly sub: boolean
  readonly sup: boolean
  /** Values of the styles; '' for the theme's, or for several. */
  readonly color: string
  readonly highlight: string
  readonly font: string
  readonly weight: string
  /** Before the box shrinks its text to fit. */
  readonly size: TextSize
  readonly list: 'none' | 'bullet' | 'number'
  /** Start number of the list at the caret; 1 outside of numbered lists. */
  readonly start: number
  readonly paragraph: ParagraphKind
  readonly align: TextAlign
  /** URL of the link at the caret, or null. */
  readonly link: string | null
}

/** A command on the selected text, or on all text of the selected blocks if none is being edited. */
export type TextCommand =
  | { readonly kind: 'mark'; readonly mark: TextMark }
  | { readonly kind: 'look'; readonly look: TextStyle; readonly value: string }
  /** Slide px; null for the theme's size. */
  | { readonly kind: 'size'; readonly px: number | null }
  | { readonly kind: 'list'; readonly list: 'bullet' | 'number' }
  /** Start number of a numbered list. */
  | { readonly kind: 'start'; readonly start: number }
  /** Removes all marks and styles; lists, headings and links stay. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'indent'; readonly by: 1 | -1 }
  | { readonly kind: 'paragraph'; readonly paragraph: ParagraphKind }
  | { readonly kind: 'align'; readonly align: TextAlign }
  | { readonly kind: 'link'; readonly href: string | null }
