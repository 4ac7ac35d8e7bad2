import { Lock } from 'lucide-react'
import { useEffect, useId } from 'react'
import { deckFields } from '../../rules/deck-columns.ts'
import { type Option, offered } from '../../rules/options.ts'
import { offeredPlan, planPage } from '../../rules/plan-offers.ts'
import { type ThemeColor, themeColors } from '../../rules/theme-colors.ts'
import { type ThemeFont, themeFonts } from '../../rules/theme-fonts.ts'
import { classNames } from '../../ui/class-names.ts'
import { actionNamed } from '../actions/index.ts'
import { ActionRow } from './action-row.tsx'
import panel from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import styles from './theme-options.module.css'
import { useSetting } from './use-setting.ts'

/** The offered options, and the current one even if it is no longer offered: decks keep what they have. */
function withCurrent<T extends Option>(options: readonly T[], current: string): readonly T[] {
  const list = offered(options)
  return [...list, ...options.filter((option) => option.id === current && !list.includes(option))]
}

/** A preview of a theme color as a small slide. */
function SmallSlide({ color }: { color: ThemeColor }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
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
function Colors({ proColors }: { proColors: boolean }) {
  const [value, setValue] = useSetting('theme_color')
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
              onChange={() => setValue(color.id)}
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
function Fonts() {
  useFontFaces()
  const [value, setValue] = useSetting('theme_font')
  return (
    <fieldset className={styles.fonts} aria-label={deckFields.theme_font.label}>
      {withCurrent(themeFonts, value).map((font) => (
        <FontChoice key={font.id} font={font} chosen={font.id === value} onChoose={() => setValue(font.id)} />
      ))}
    </fieldset>
  )
}

function Choice({ name }: { name: 'transition' | 'background_transition' }) {
  const id = useId()
  const [value, setValue] = useSetting(name)
  const { label, rule } = deckFields[name]
  return (
    <div className={panel.row}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={panel.control} value={value} onChange={(event) => setValue(event.target.value)}>
        {withCurrent(rule.options, value).map((option) => (
          <option key={option.id} value={option.id} title={option.tooltip}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Theme and transition of the deck; the slide updates at once. `proColors`: the owner's plan has them. */
export function ThemeOptions({ proColors }: { proColors: boolean }) {
  return (
    <>
      <PanelGroup title={deckFields.theme_color.label}>
        <Colors proColors={proColors} />
      </PanelGroup>
      <PanelGroup title={deckFields.theme_font.label}>
        <Fonts />
        <ActionRow actions={[actionNamed('custom-fonts')]} />
      </PanelGroup>
      <PanelGroup title="Transitions">
        <Choice name="transition" />
        <Choice name="background_transition" />
      </PanelGroup>
    </>
  )
}
