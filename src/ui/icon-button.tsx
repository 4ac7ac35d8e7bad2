import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

/** Props of IconButton: those of a `button`, with the label that is read aloud and shown as its tooltip. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string
  icon: ReactNode
  /** False where a tooltip would be in the way (a button that opens a menu on hover). */
  tooltip?: boolean
}

/** A button that is only a picture; its label is its tooltip. 40 px, 44 px for fingers. */
export function IconButton({ label, icon, tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button type="button" aria-label={label} {...rest} className={classNames(styles.button, className)}>
      {icon}
    </button>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
