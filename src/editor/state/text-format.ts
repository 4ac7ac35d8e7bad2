/** How lines are set. '' is the theme's own. */
export type TextAlign = '' | 'left' | 'center' | 'right' | 'justify'

/** What kind of paragraph: 'p', a heading, a quotation's line, or a caption. */
export type ParagraphKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'quote' | 'caption'

/** Marks that text has or has not. */
export type TextMark = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'sub' | 'sup'

/** What text looks like, by the CSS property that says it; a value of '' is the theme's own. */
export type TextLook = 'color' | 'background-color' | 'font-family' | 'font-weight'

/** Type size in slide px; 'mixed' for several, null where nothing is laid out. */
export type TextSize = number | 'mixed' | null

/** What holds at the caret, or in all of the selected text. */
export interface TextFormat {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly code: boolean
  readonly sub: boolean
  readonly sup: boolean
  /** The value of each look; '' is the theme's own, or several. */
  readonly color: string
  readonly highlight: string
  readonly font: string
  readonly weight: string
  /** As it is before a box makes its text smaller. */
  readonly size: TextSize
  readonly list: 'none' | 'bullet' | 'number'
  /** The number that the list around the caret begins with; 1 outside of numbered lists. */
  readonly start: number
  readonly paragraph: ParagraphKind
  readonly align: TextAlign
  /** The address of the link around the caret, or null. */
  readonly link: string | null
}

/** One thing to do to the selected text (or to all text of the selected blocks when none is being edited). */
export type TextCommand =
  | { readonly kind: 'mark'; readonly mark: TextMark }
  | { readonly kind: 'look'; readonly look: TextLook; readonly value: string }
  /** Slide px; null is the theme's own. */
  | { readonly kind: 'size'; readonly px: number | null }
  | { readonly kind: 'list'; readonly list: 'bullet' | 'number' }
  /** The number that a numbered list begins with. */
  | { readonly kind: 'start'; readonly start: number }
  /** Takes all marks and looks away; lists, headings and links stay. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'indent'; readonly by: 1 | -1 }
  | { readonly kind: 'paragraph'; readonly paragraph: ParagraphKind }
  | { readonly kind: 'align'; readonly align: TextAlign }
  | { readonly kind: 'link'; readonly href: string | null }
