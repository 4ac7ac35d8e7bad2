import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { usePopupFocus } from '../popup-focus.tsx'
import styles from './color-popup.module.css'
import { addRecentColor } from './recent-colors.ts'

/** Props of ColorPopup. */
export interface ColorPopupProps {
  /** The button that opens it; it closes the popup by itself. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  /** The chosen color. When the popup closes with another one than it opened with, that is a recent color. */
  readonly value: string
  /** A color is being picked from the screen: the popup is hidden, and stays open. */
  readonly isPicking: boolean
  /** The side of the button; missing: beside the panel it is in, else below. */
  readonly side?: 'right'
  readonly children: ReactNode
  /** `returnsFocus`: it was closed by Escape. */
  onClose(returnsFocus: boolean): void
}

/** Beside the panel that the button is in, so that the panel stays readable. */
function offsetOf(button: HTMLElement | null): number {
  const panel = button?.closest('aside')
  const inset = button && panel ? button.getBoundingClientRect().left - panel.getBoundingClientRect().left : 0
  return inset + 10
}

/** The popup of a color picker, beside its button. Escape returns to the button. */
export function ColorPopup({ anchor, label, value, isPicking, side, children, onClose }: ColorPopupProps) {
  const focus = usePopupFocus({ first: 'popup', back: anchor })
  const last = useRef(value)
  const opened = useRef(value)
  last.current = value
  useEffect(() => () => void (last.current !== opened.current && addRecentColor(last.current)), [])
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event, reason }) => {
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target)
        if (!open && !isPicking && !isOwn) onClose(reason === 'escape-key')
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={anchor}
          side={side ?? (anchor.current?.closest('aside') ? 'left' : 'bottom')}
          align="start"
          sideOffset={offsetOf(anchor.current)}
          collisionPadding={8}
        >
          <Popover.Popup {...focus} className={styles.popup} aria-label={label} data-picking={isPicking || undefined}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
