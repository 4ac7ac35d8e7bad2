import { textFonts } from '../../blocks/fonts.ts'
import { formatText } from '../actions/format-text.ts'
import { ownTextFonts } from '../fonts/own-fonts.ts'
import { useCustomFonts } from '../fonts/use-custom-fonts.ts'
import type { ParagraphKind, TextCommand } from '../state/text-format.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

/** The paragraph kinds on offer: text, headings by size, then quotes and code. */
export const paragraphKinds: readonly { readonly value: ParagraphKind; readonly label: string }[] = [
  { value: 'p', label: 'Text' },
  { value: 'h1', label: 'Heading 1' },
  { value: 'h2', label: 'Heading 2' },
  { value: 'h3', label: 'Heading 3' },
  { value: 'quote', label: 'Quote' },
  { value: 'caption', label: 'Caption' },
]

/** Where a block shows the color of its text. */
export const lettersPlace = { part: '.block-content > *', property: 'color' }

/** The fonts on offer: the theme's, uploaded ones, bundled ones and those of font services. */
export function useFontFamilies(): readonly { readonly value: string; readonly label: string }[] {
  return [{ value: '', label: 'The theme’s' }, ...ownTextFonts(), ...textFonts, ...useCustomFonts()]
}

/** The offered font that is first in a font-family list, whatever its quotes; otherwise the list. */
export function offeredFont(list: string): string {
  const plain = (value: string): string => (value.split(',')[0] ?? '').replace(/["']/g, '').trim().toLowerCase()
  return [...ownTextFonts(), ...textFonts].find((font) => plain(font.value) === plain(list))?.value ?? list
}

/**
 * Runs a text command; while text is edited, the focus returns to it. `keepsFocus`: from a popover that stays open.
 */
export function useTextCommand(): (command: TextCommand, merges?: boolean, keepsFocus?: boolean) => void {
  const editor = useEditorInstance()
  return (command, merges = false, keepsFocus = merges) => {
    formatText(editor, command, merges)
    // A number that is stepped keeps the focus too.
    if (!keepsFocus) editor.view.text?.focus()
  }
}

/** A select of a few values; a current value that is not among them is shown too. */
export function Choice(props: {
  readonly id?: string
  readonly label?: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChange(value: string): void
}) {
  const { id, label, value, options, onChange } = props
  const isListed = options.some((option) => option.value === value)
  return (
    <select
      id={id}
      className={styles.control}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </select>
  )
}
