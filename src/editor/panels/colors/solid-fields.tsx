import { Pipette } from 'lucide-react'
import { useMemo, useState } from 'react'
import { hexColor, type Rgba } from '../../../rules/colors.ts'
import { roleAndOpacityOf, roleValue, roleWithOpacity, themeRoles } from '../../../rules/theme-roles.ts'
import { Button } from '../../../ui/button.tsx'
import { ColorMixer } from '../../../ui/color/color-mixer.tsx'
import { hasEyedropper, pickFromScreen } from '../../../ui/color/eyedropper.ts'
import { addRecentColor, recentColors } from '../../../ui/color/recent-colors.ts'
import { type Swatch, SwatchRow } from '../../../ui/color/swatch-row.tsx'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import styles from './color-popover.module.css'
import { deckColors } from './deck-colors.ts'
import { resolvedColor, rgbaOf } from './shown-color.ts'
import { SlidePicker } from './slide-picker.tsx'
import { usePalette } from './use-palette.ts'

const gray: Rgba = { red: 128, green: 128, blue: 128, alpha: 1 }

export interface SolidFieldsProps {
  readonly value: string
  /** The color shown for ''. */
  readonly theme: string
  readonly isGround: boolean
  onChange(value: string, merges: boolean): void
  /** A color is being picked from the slide; the popover is hidden meanwhile. */
  onPicking(on: boolean): void
}

const plain = (color: string): Swatch => ({ value: color, shown: color, label: color })

/** The theme's colors: those of its palette and nothing else, or its roles. */
function ThemeRow({ value, isGround, onChange }: Pick<SolidFieldsProps, 'value' | 'isGround' | 'onChange'>) {
  const { view } = useEditorInstance()
  const palette = usePalette()
  // A theme change renders the colors again.
  const settings = useEditor(({ deck }) => deck.settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings decide what the roles look like
  const roles = useMemo(
    () =>
      themeRoles.map((role): Swatch => {
        const stored = roleValue(role)
        return { value: stored, shown: resolvedColor(view, stored, isGround), label: role.label }
      }),
    [view, settings, isGround],
  )
  const role = roleAndOpacityOf(value)?.role
  const current = role ? roleValue(role) : value
  const choose = (next: string) => onChange(next, false)
  if (palette.length > 0) {
    return <SwatchRow title="Palette" swatches={palette.map(plain)} value={current} onChoose={choose} />
  }
  const [fixed, accents] = [roles.slice(0, 5), roles.slice(5)]
  return <SwatchRow title="Theme" columns={6} swatches={[...accents, ...fixed]} value={current} onChoose={choose} />
}

/** The deck's own colors, and those last used in this browser. */
function OtherRows({ value, onChange }: Pick<SolidFieldsProps, 'value' | 'onChange'>) {
  const { model } = useEditorInstance()
  // Read once: the rows must not change under the pointer while a color is mixed.
  const [ofDeck] = useState(() => deckColors(model.getState().deck))
  const [recent] = useState(() => recentColors().filter((color) => !ofDeck.includes(color)))
  const choose = (next: string) => onChange(next, false)
  return (
    <>
      <SwatchRow title="In this deck" swatches={ofDeck.map(plain)} value={value} onChoose={choose} />
      <SwatchRow title="Recent" swatches={recent.map(plain)} value={value} onChoose={choose} />
    </>
  )
}

/** Picks a color from the screen where the browser can, else from the slide. */
function PickButton({ onChange, onPicking }: Pick<SolidFieldsProps, 'onChange' | 'onPicking'>) {
  const [isOpen, setOpen] = useState(false)
  const take = (color: string | null) => {
    setOpen(false)
    onPicking(false)
    if (color === null) return
    addRecentColor(color)
    onChange(color, false)
  }
  const pick = async () => {
    onPicking(true)
    if (!hasEyedropper()) return setOpen(true)
    take(await pickFromScreen())
  }
  return (
    <>
      <Button size="s" icon={<Pipette size={14} aria-hidden />} onClick={() => void pick()}>
        Pick from the slide
      </Button>
      {isOpen && <SlidePicker onPick={take} />}
    </>
  )
}

/** One color: from theme, palette, deck or recent ones, mixed, typed, or picked from the slide. */
export function SolidFields(props: SolidFieldsProps) {
  const { value, theme, isGround, onChange } = props
  const { view } = useEditorInstance()
  const palette = usePalette()
  const themed = roleAndOpacityOf(value)
  const color = rgbaOf(resolvedColor(view, value || theme, isGround)) ?? gray
  const fade = (opacity: number, merges: boolean) =>
    onChange(themed ? roleWithOpacity(themed.role, opacity) : hexColor({ ...color, alpha: opacity }), merges)
  const more = (
    <>
      <OtherRows {...props} />
      <ColorMixer
        color={color}
        opacity={themed?.opacity ?? color.alpha}
        onChange={(next, merges) => onChange(hexColor(next), merges)}
        onOpacity={fade}
      />
      <PickButton {...props} />
    </>
  )
  return (
    <>
      <ThemeRow {...props} />
      {palette.length === 0 ? (
        more
      ) : (
        <details className={styles.more}>
          <summary>Other colors</summary>
          <div className={styles.fields}>{more}</div>
        </details>
      )}
    </>
  )
}
