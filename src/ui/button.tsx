import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { PageLink, type PageLinkProps } from './page-link.tsx'
import { Spinner } from './spinner.tsx'

/** How much a button asks to be pressed: `primary` once on a screen, `lamp` for the one invitation, `quiet` inside lists and bars. */
export type ButtonVariant = 'primary' | 'lamp' | 'plain' | 'quiet' | 'danger'

/** What buttons and links that look like buttons share. */
export interface ButtonLook {
  variant?: ButtonVariant
  size?: 's' | 'm' | 'l'
  /** Stands before the text. */
  icon?: ReactNode
  /** As wide as its container. */
  wide?: boolean
}

function look({ variant = 'plain', size = 'm', wide }: ButtonLook, className?: string): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

/** Props of Button: those of a `button`, its look, and `busy` while its work runs. */
export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** Its work runs: shows a spinner, ignores presses, and tells so to those who listen. */
  busy?: boolean
}

/** A button. Its type is `button` unless said otherwise, so that it never sends a form by surprise. */
export function Button({ variant, size, icon, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner small immediately /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}

/** A link that looks like a button. `reloadDocument` for pages with a document of their own (editor, deck). */
export function ButtonLink({ variant, size, icon, wide, className, children, ...rest }: PageLinkProps & ButtonLook) {
  return (
    <PageLink {...rest} className={look({ variant, size, wide }, className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </PageLink>
  )
}
