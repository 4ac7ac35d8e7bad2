import { useId, useState } from 'react'
import { textFonts } from '../../../blocks/fonts.ts'
import panel from '../../../editor/panels/panel.module.css'
import { familiesOf, familyList } from '../../../rules/own-fonts.ts'
import type { OwnFontList } from '../../features/own-fonts/use-own-fonts.ts'
import { ThemeTextInput } from './theme-text-input.tsx'
import type { ThemeDraft } from './use-theme-draft.ts'

/** Props of FamilyChoice. */
export interface FamilyChoiceProps extends Pick<ThemeDraft, 'content' | 'change'> {
  readonly fonts: OwnFontList
  readonly name: 'heading_font' | 'body_font'
  readonly label: string
  readonly error: string | null
}

const other = 'other'

/** The family of a role of text: as in the theme's pair, uploaded, built in, or typed. */
export function FamilyChoice({ content, change, fonts, name, label, error }: FamilyChoiceProps) {
  const id = useId()
  const value = content[name] ?? ''
  const uploaded = familiesOf(fonts.fonts).map((family) => ({ label: family, value: familyList(family) }))
  const isListed = value === '' || [...uploaded, ...textFonts].some((font) => font.value === value)
  const [isTyping, setTyping] = useState(false)
  const isTyped = isTyping || !isListed
  const choose = (chosen: string) => {
    setTyping(chosen === other)
    if (chosen !== other) change({ [name]: chosen === '' ? null : chosen })
  }
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={panel.control}
        value={isTyped ? other : value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Like the pair above</option>
        {uploaded.length > 0 && (
          <optgroup label="Uploaded">
            {uploaded.map((font) => (
              <option key={font.value} value={font.value}>
                {font.label}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Built in">
          {textFonts.map((font) => (
            <option key={font.value} value={font.value}>
              {font.label}
            </option>
          ))}
        </optgroup>
        <option value={other}>Another family…</option>
      </select>
      {isTyped && (
        <ThemeTextInput
          aria-label={`${label}: family`}
          placeholder="'Family', sans-serif"
          {...{ id: `${id}-family`, errorId: `${id}-error`, content, change, name }}
          isInvalid={error !== null}
        />
      )}
      <span id={`${id}-error`} className={panel.error} role={error ? 'alert' : undefined} hidden={error === null}>
        {error}
      </span>
    </div>
  )
}
