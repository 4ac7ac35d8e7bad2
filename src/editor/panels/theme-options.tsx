import { Lock } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useId } from 'react'
import { type DeckSettings, deckFields } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { type Option, offered } from '../../rules/options.ts'
import { offeredPlan, planPage } from '../../rules/plan-offers.ts'
import { type ThemeColor, themeColors } from '../../rules/theme-colors.ts'
import { type ThemeFont, themeFonts } from '../../rules/theme-fonts.ts'
import { classNames } from '../../ui/class-names.ts'
import panel from './panel.module.css'
import styles from './theme-options.module.css'

/** The options of a theme, by the deck's names for them. */
export type ThemeOptionValues = Pick<
  DeckSettings,
  'theme_color' | 'theme_font' | 'transition' | 'background_transition'
>
export type ThemeOptionName = keyof ThemeOptionValues

/** What the options are of: a deck or a theme. */
export interface ThemeOptionsModel {
  readonly values: ThemeOptionValues
  set(name: ThemeOptionName, value: string): void
}

interface OptionProps {
  readonly model: ThemeOptionsModel
}

/** Props of ThemeOptions. */
export interface ThemeOptionsProps extends OptionProps {
  /** Encloses each group of options. */
  readonly container: ComponentType<{ title: string; children: ReactNode }>
  /** Whether the owner's plan has all colors. */
  readonly proColors: boolean
  /** Shown below the fonts. */
  readonly moreFonts?: ReactNode
}

/** The offered options, and the current one even if it is no longer offered: decks keep what they have. */
function withCurrent<T extends Option>(options: readonly T[], current: string): readonly T[] {
  const list = offered(options)
  return [...list, ...options.filter((option) => option.id === current && !list.includes(option))]
}

/** A preview of a theme color as a small slide. */
function SmallSlide({ color }: { color: ThemeColor }) {
  return (
    <svg viewBox="0 0 24 24" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="24" height="24" fill={color.background} />
      <rect x="5" y="7" width="14" height="3" rx="1" fill={color.heading} />
      <rect x="5" y="13" width="8" height="2" rx="1" fill={color.text} />
      <rect x="15" y="13" width="4" height="2" rx="1" fill={color.link} />
    </svg>
  )
}

/** A pro color that the plan lacks: no radio button, so arrow keys skip it. */
function LockedColor({ color }: { color: ThemeColor }) {
  const plan = offeredPlan('proColors')
  return (
    <a
      className={panel.swatch}
      href={planPage}
      target="_blank"
      rel="noopener"
      title={`${color.tooltip} Comes with ${plan}.`}
      aria-label={`${color.title} (${plan})`}
    >
      <SmallSlide color={color} />
      <span className={styles.lock}>
        <Lock aria-hidden />
      </span>
    </a>
  )
}

/** The 18 colors, each previewed as a small slide. A pro color that the plan lacks links to the plans. */
function Colors({ model, proColors }: OptionProps & { readonly proColors: boolean }) {
  const value = model.values.theme_color
  return (
    <fieldset className={panel.swatches} aria-label={deckFields.theme_color.label}>
      {themeColors.map((color) => {
        if (color.pro === true && !proColors && color.id !== value) return <LockedColor key={color.id} color={color} />
        return (
          <label key={color.id} className={panel.swatch} title={color.tooltip}>
            <input
              type="radio"
              name="theme-color"
              aria-label={color.title}
              checked={color.id === value}
              onChange={() => model.set('theme_color', color.id)}
            />
            <SmallSlide color={color} />
          </label>
        )
      })}
    </fieldset>
  )
}

/** Loads the font faces when the fonts are first visible. Without them the names are shown in the page's font. */
function useFontFaces(): void {
  useEffect(() => {
    void import('../../player/fonts/all.css').catch(() => undefined)
  }, [])
}

function FontChoice({ font, chosen, onChoose }: { font: ThemeFont; chosen: boolean; onChoose: () => void }) {
  return (
    <label className={classNames(styles.font, chosen && styles.chosen)} title={font.tooltip}>
      <input type="radio" name="theme-font" aria-label={font.title} checked={chosen} onChange={onChoose} />
      <span className={styles.sample} style={{ fontFamily: font.heading }} aria-hidden="true">
        Aa
      </span>
      <span className={styles.name} style={{ fontFamily: font.body }} aria-hidden="true">
        {font.title}
      </span>
    </label>
  )
}

/** The fonts, each name in its own font. */
function Fonts({ model }: OptionProps) {
  useFontFaces()
  const value = model.values.theme_font
  return (
    <fieldset className={styles.fonts} aria-label={deckFields.theme_font.label}>
      {withCurrent(themeFonts, value).map((font) => (
        <FontChoice
          key={font.id}
          font={font}
          chosen={font.id === value}
          onChoose={() => model.set('theme_font', font.id)}
        />
      ))}
    </fieldset>
  )
}

function Choice({ model, name }: OptionProps & { readonly name: 'transition' | 'background_transition' }) {
  const id = useId()
  const value = model.values[name]
  const { label, rule } = deckFields[name]
  return (
    <div className={panel.row}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={panel.control} value={value} onChange={(event) => model.set(name, event.target.value)}>
        {withCurrent(rule.options, value).map((option) => (
          <option key={option.id} value={option.id} title={option.tooltip}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * Colors, fonts and transitions of a deck or a theme. Deprecated options are offered only if they are chosen already.
 * Throws an Error without a container or a model.
 */
export function ThemeOptions({ container: Group, model, proColors, moreFonts }: ThemeOptionsProps) {
  if (!Group || !model) throw new Error(messages.theme.missingModel)
  return (
    <>
      <Group title={deckFields.theme_color.label}>
        <Colors {...{ model, proColors }} />
      </Group>
      <Group title={deckFields.theme_font.label}>
        <Fonts model={model} />
        {moreFonts}
      </Group>
      <Group title="Transitions">
        <Choice model={model} name="transition" />
        <Choice model={model} name="background_transition" />
      </Group>
    </>
  )
}
