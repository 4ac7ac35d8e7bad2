import panel from '../../../editor/panels/panel.module.css'
import { limits } from '../../../rules/limits.ts'
import type { ThemeDraft } from './use-theme-draft.ts'

interface ThemeTextInputProps extends Pick<ThemeDraft, 'content' | 'change'> {
  readonly id: string
  /** The id of the element with the error message. */
  readonly errorId: string
  readonly name: 'font_typekit' | 'font_google' | 'heading_font' | 'body_font'
  readonly placeholder: string
  readonly isInvalid: boolean
  /** Its name where no label refers to its id. */
  readonly 'aria-label'?: string
}

/** A field for families or a kit of fonts. Empty, it is null. */
export function ThemeTextInput(props: ThemeTextInputProps) {
  const { id, errorId, content, change, name, placeholder, isInvalid, 'aria-label': label } = props
  return (
    <input
      id={id}
      className={panel.control}
      aria-label={label}
      value={content[name] ?? ''}
      placeholder={placeholder}
      maxLength={limits.theme.fontFamily}
      spellCheck={false}
      autoComplete="off"
      aria-invalid={isInvalid}
      aria-describedby={errorId}
      onChange={(event) => change({ [name]: event.target.value === '' ? null : event.target.value })}
    />
  )
}
