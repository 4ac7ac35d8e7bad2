import { useId } from 'react'
import panel from '../../../editor/panels/panel.module.css'
import { PanelGroup } from '../../../editor/panels/panel-group.tsx'
import { ThemeOptions, type ThemeOptionsModel } from '../../../editor/panels/theme-options.tsx'
import { deckFields } from '../../../rules/deck-columns.ts'
import { isKitId } from '../../../rules/font-services.ts'
import { messages } from '../../../rules/messages.ts'
import { appliedFields, type ThemeContent, validateFontFamilies } from '../../../rules/theme-settings.ts'
import { OwnFonts } from '../../features/own-fonts/own-fonts.tsx'
import type { OwnFontList } from '../../features/own-fonts/use-own-fonts.ts'
import { FamilyChoice } from './family-choice.tsx'
import { LayoutFields } from './layout-fields.tsx'
import { PaletteField } from './palette-field.tsx'
import { RoleColors } from './role-colors.tsx'
import { ThemeTextInput } from './theme-text-input.tsx'
import type { ThemeDraft } from './use-theme-draft.ts'

type EditProps = Pick<ThemeDraft, 'content' | 'change'>
type DesignProps = EditProps & { readonly fonts: OwnFontList }

interface FontFieldProps extends EditProps {
  readonly name: 'font_typekit' | 'font_google'
  readonly label: string
  readonly placeholder: string
  readonly error: string | null
}

function FontField({ content, change, name, label, placeholder, error }: FontFieldProps) {
  const id = useId()
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{label}</label>
      <ThemeTextInput
        {...{ id, errorId: `${id}-error`, content, change, name, placeholder }}
        isInvalid={error !== null}
      />
      <span id={`${id}-error`} className={panel.error} role={error ? 'alert' : undefined} hidden={error === null}>
        {error}
      </span>
    </div>
  )
}

function familyError(families: string | null): string | null {
  return families === null ? null : validateFontFamilies(families)
}

/** Font families beside the pair of the theme, and services that have them. */
function MoreFonts(props: DesignProps) {
  const { content } = props
  const kitError = content.font_typekit !== null && !isKitId(content.font_typekit) ? 'Please enter a kit’s id' : null
  return (
    <>
      <FamilyChoice {...props} name="heading_font" label="Headings in" error={familyError(content.heading_font)} />
      <FamilyChoice {...props} name="body_font" label="Text in" error={familyError(content.body_font)} />
      <FontField
        {...props}
        {...{ name: 'font_google', label: deckFields.font_google.label, placeholder: 'Lora:400,700|Inter' }}
        error={null}
      />
      <FontField
        {...props}
        {...{ name: 'font_typekit', label: deckFields.font_typekit.label, placeholder: 'The id of a kit' }}
        error={kitError}
      />
    </>
  )
}

/** Whether a theme's fields can be saved. */
export function designMistake(content: ThemeContent): string | null {
  const fonts = familyError(content.heading_font) ?? familyError(content.body_font)
  return fonts ?? (isKitId(content.font_typekit ?? '') ? null : messages.theme.fontFamily)
}

/** Colors, fonts, palette, transitions, layout and footer of a theme. */
export function DesignTab(props: DesignProps) {
  const { content, change } = props
  const model: ThemeOptionsModel = {
    values: {
      ...{ theme_color: content.color, theme_font: content.font, transition: content.transition },
      background_transition: content.background_transition,
    },
    set: (name, value) => change({ [appliedFields[name]]: value }),
  }
  return (
    <>
      <PanelGroup title="Roles">
        <RoleColors {...props} />
      </PanelGroup>
      <PanelGroup title="Palette">
        <PaletteField {...props} />
      </PanelGroup>
      <ThemeOptions container={PanelGroup} model={model} proColors moreFonts={<MoreFonts {...props} />} />
      <PanelGroup title="Uploaded fonts">
        <OwnFonts list={props.fonts} compact />
      </PanelGroup>
      <LayoutFields {...props} />
    </>
  )
}
