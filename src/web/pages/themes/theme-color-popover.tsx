import { Pipette } from 'lucide-react'
import { useState } from 'react'
import { hexColor, parseColor, type Rgba } from '../../../rules/colors.ts'
import { Button } from '../../../ui/button.tsx'
import { ColorMixer } from '../../../ui/color/color-mixer.tsx'
import { ColorPopup, type ColorPopupProps } from '../../../ui/color/color-popup.tsx'
import { hasEyedropper, pickFromScreen } from '../../../ui/color/eyedropper.ts'
import { addRecentColor, recentColors } from '../../../ui/color/recent-colors.ts'
import { type Swatch, SwatchRow } from '../../../ui/color/swatch-row.tsx'

/** Props of ThemeColorPopover. */
export interface ThemeColorPopoverProps extends Omit<ColorPopupProps, 'children' | 'isPicking' | 'side'> {
  /** The colors of the theme, and those of its palette. */
  readonly swatches: readonly Swatch[]
  onChange(color: string): void
}

const black: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 }
const plain = (color: string): Swatch => ({ value: color, shown: color, label: color })

/** The color picker for the colors of a theme: they are hex colors, since roles refer to nothing. */
export function ThemeColorPopover({ swatches, onChange, ...popup }: ThemeColorPopoverProps) {
  const { value } = popup
  const [isPicking, setPicking] = useState(false)
  // Read once: the row must not change under the pointer while a color is mixed.
  const [recent] = useState(recentColors)
  const color = parseColor(value) ?? black
  const pick = async () => {
    setPicking(true)
    const picked = await pickFromScreen()
    setPicking(false)
    if (picked === null) return
    addRecentColor(picked)
    onChange(picked)
  }
  return (
    <ColorPopup {...popup} side="right" isPicking={isPicking}>
      <SwatchRow title="Of this theme" columns={6} swatches={swatches} value={value} onChoose={onChange} />
      <SwatchRow title="Recent" swatches={recent.map(plain)} value={value} onChoose={onChange} />
      <ColorMixer
        color={color}
        opacity={color.alpha}
        onChange={(next) => onChange(hexColor(next))}
        onOpacity={(alpha) => onChange(hexColor({ ...color, alpha }))}
      />
      {hasEyedropper() && (
        <Button size="s" icon={<Pipette size={14} aria-hidden />} onClick={() => void pick()}>
          Pick from the screen
        </Button>
      )}
    </ColorPopup>
  )
}
