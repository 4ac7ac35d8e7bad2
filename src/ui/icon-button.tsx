import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

/** Props of IconButton: those of a `button`, and the label, which is also its tooltip. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string
  icon: ReactNode
  /** False if a tooltip would be in the way (a button that opens a menu on hover). */
  tooltip?: boolean
}

/** An icon-only button with a label and tooltip. 40 px, 44 px on touch screens. */
export function IconButton({ label, icon, tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button type="button" aria-label={label} {...rest} className={classNames(styles.button, className)}>
      {icon}
    </button>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
