import { useState } from 'react'
import { parseGradient } from '../../../document/gradient.ts'
import { Button } from '../../../ui/button.tsx'
import { ColorPopup, type ColorPopupProps } from '../../../ui/color/color-popup.tsx'
import styles from './color-popover.module.css'
import { ContrastNote } from './contrast-note.tsx'
import { GradientFields, usualGradient } from './gradient-fields.tsx'
import { SolidFields } from './solid-fields.tsx'

export interface ColorPopoverProps extends Pick<ColorPopupProps, 'anchor' | 'label' | 'onClose'> {
  /** A color, a theme role, a gradient, or ''. */
  readonly value: string
  readonly none: string | null
  readonly theme?: string
  readonly gradients?: boolean
  readonly contrast?: 'text' | 'graphics'
  readonly isGround?: boolean
  /** `merges`: the change joins the previous undo step. */
  onChange(value: string, merges: boolean): void
}

/** Chooses between one color and a gradient. */
function KindChoice({ isGradient, onChange }: { isGradient: boolean; onChange: (isGradient: boolean) => void }) {
  return (
    <fieldset className={styles.kinds} aria-label="Kind">
      {[false, true].map((kind) => (
        <label key={String(kind)} className={styles.kind}>
          <input type="radio" name="color-kind" checked={isGradient === kind} onChange={() => onChange(kind)} />
          <span>{kind ? 'Gradient' : 'Color'}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The color picker beside its button. Every change applies at once; Escape returns to the button. */
export function ColorPopover(props: ColorPopoverProps) {
  const { anchor, label, value, none, theme = '', gradients, contrast, isGround = false, onChange, onClose } = props
  const [isGradient, setGradient] = useState(() => parseGradient(value) !== null)
  const [isPicking, setPicking] = useState(false)
  const choose = (next: boolean) => {
    setGradient(next)
    onChange(next ? usualGradient(value) : (parseGradient(value)?.stops[0]?.color ?? ''), false)
  }
  return (
    <ColorPopup {...{ anchor, label, value, isPicking, onClose }}>
      {gradients && <KindChoice isGradient={isGradient} onChange={choose} />}
      {isGradient ? (
        <GradientFields {...{ value, isGround, onChange, onPicking: setPicking }} />
      ) : (
        <SolidFields {...{ value, theme, isGround, onChange, onPicking: setPicking }} />
      )}
      {contrast && !isGradient && <ContrastNote {...{ value, theme, kind: contrast }} />}
      {value !== '' && none !== null && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            setGradient(false)
            onChange('', false)
          }}
        >
          {none === 'Theme' ? 'The theme’s own' : none}
        </Button>
      )}
    </ColorPopup>
  )
}
