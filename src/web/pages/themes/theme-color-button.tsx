import { type CSSProperties, lazy, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { themeRoles } from '../../../rules/theme-roles.ts'
import { paletteColors, type ThemeContent } from '../../../rules/theme-settings.ts'
import { OverlayBoundary } from '../../../ui/area-boundary.tsx'
import type { Swatch } from '../../../ui/color/swatch-row.tsx'
import { showError } from '../../../ui/toast/toast-store.ts'
import { colorsOf } from './colors-of.ts'
import styles from './theme-color-button.module.css'

const load = () => import('./theme-color-popover.tsx')
const ThemeColorPopover = lazy(async () => ({ default: (await load()).ThemeColorPopover }))

/** The colors by role, then those of the palette that are no role's. Each color is there once. */
function swatchesOf(content: Pick<ThemeContent, 'color' | 'colors' | 'palette'>): readonly Swatch[] {
  const colors = colorsOf(content)
  const roles = themeRoles.map(({ id, label }): Swatch => ({ value: colors[id], shown: colors[id], label }))
  const own = paletteColors(content.palette).map((color): Swatch => ({ value: color, shown: color, label: color }))
  return [...new Map([...own, ...roles].map((swatch) => [swatch.value.toLowerCase(), swatch])).values()]
}

/** Props of ThemeColorButton. */
export interface ThemeColorButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  /** A hex color. */
  readonly value: string
  readonly content: Pick<ThemeContent, 'color' | 'colors' | 'palette'>
  onChange(color: string): void
}

/** A color of a theme as a button that opens the color picker. */
export function ThemeColorButton({ ref, label, value, content, onChange }: ThemeColorButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  const close = (returnsFocus: boolean) => {
    setOpen(false)
    if (returnsFocus) button.current?.focus()
  }
  const failed = () => {
    showError(messages.deck.partLoadFailed)
    setOpen(false)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.swatch}
        style={{ '--color': value } as CSSProperties}
        aria-label={`${label}: choose a color`}
        aria-description={value}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={() => (isOpen ? close(true) : setOpen(true))}
      />
      {isOpen && (
        <OverlayBoundary onError={failed} resetKey={isOpen}>
          <Suspense fallback={null}>
            <ThemeColorPopover
              {...{ value, onChange, label, anchor: button, swatches: swatchesOf(content) }}
              onClose={close}
            />
          </Suspense>
        </OverlayBoundary>
      )}
    </>
  )
}
