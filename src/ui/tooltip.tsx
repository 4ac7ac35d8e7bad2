import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { limits } from '../rules/limits.ts'
import { timings } from '../rules/timings.ts'
import { usesTouchDevice } from './device.ts'
import styles from './tooltip.module.css'

/** Shares the delay between tooltips: one opened soon after another closed opens at once. Mounted once per app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={timings.tooltipDelay} timeout={timings.tooltipDelayThreshold}>
      {children}
    </Base.Provider>
  )
}

export interface TooltipProps {
  /** Its text; without text there is no tooltip. */
  text: ReactNode
  /** The described element. It needs an accessible name of its own: the tooltip is visual only. */
  children: ReactElement<Record<string, unknown>>
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** Describes an element on hover and keyboard focus. Not on phones and tablets. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  if (!text) return children
  return (
    <Base.Root
      onOpenChange={(open, details) => {
        // Touch has no hover: a tooltip would cover what was just tapped.
        if (open && usesTouchDevice()) details.cancel()
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={limits.ui.tooltipArrow + 3} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            <Base.Arrow className={styles.arrow} />
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
