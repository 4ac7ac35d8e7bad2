import { Popover } from '@base-ui/react/popover'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { parseGradient } from '../../../document/gradient.ts'
import { Button } from '../../../ui/button.tsx'
import { usePopupFocus } from '../../../ui/popup-focus.tsx'
import styles from './color-popover.module.css'
import { ContrastNote } from './contrast-note.tsx'
import { GradientFields, usualGradient } from './gradient-fields.tsx'
import { addRecentColor } from './recent-colors.ts'
import { SolidFields } from './solid-fields.tsx'

export interface ColorPopoverProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  /** A color, a theme role, a gradient, or ''. */
  readonly value: string
  readonly none: string | null
  readonly theme?: string
  readonly gradients?: boolean
  readonly contrast?: 'text' | 'graphics'
  readonly isGround?: boolean
  /** `merges`: the change joins the previous undo step. */
  onChange(value: string, merges: boolean): void
  /** `returnsFocus`: to the button, or to the text being edited. */
  onClose(returnsFocus: boolean): void
}

/** Beside the panel that the button is in, so that the panel stays readable. */
function offsetOf(button: HTMLElement | null): number {
  const panel = button?.closest('aside')
  const inset = button && panel ? button.getBoundingClientRect().left - panel.getBoundingClientRect().left : 0
  return inset + 10
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
  const focus = usePopupFocus({ first: 'popup', back: anchor })
  const last = useRef(value)
  const opened = useRef(value)
  last.current = value
  useEffect(() => () => void (last.current !== opened.current && addRecentColor(last.current)), [])
  const choose = (next: boolean) => {
    setGradient(next)
    onChange(next ? usualGradient(value) : (parseGradient(value)?.stops[0]?.color ?? ''), false)
  }
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event, reason }) => {
        // A press on the button closes it by itself.
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target)
        if (!open && !isPicking && !isOwn) onClose(reason === 'escape-key')
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={anchor}
          side={anchor.current?.closest('aside') ? 'left' : 'bottom'}
          align="start"
          sideOffset={offsetOf(anchor.current)}
          collisionPadding={8}
        >
          <Popover.Popup {...focus} className={styles.popup} aria-label={label} data-picking={isPicking || undefined}>
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
