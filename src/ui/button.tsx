import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { PageLink, type PageLinkProps } from './page-link.tsx'
import { Spinner } from './spinner.tsx'

/** Emphasis: `primary` once per screen, `lamp` for the one call to action, `quiet` inside lists and bars. */
export type ButtonVariant = 'primary' | 'lamp' | 'plain' | 'quiet' | 'danger'

/** Shared props of buttons and button-like links. */
export interface ButtonStyle {
  variant?: ButtonVariant
  size?: 's' | 'm' | 'l'
  /** Shown before the text. */
  icon?: ReactNode
  /** Full width. */
  wide?: boolean
}

function classOf({ variant = 'plain', size = 'm', wide }: ButtonStyle, className?: string): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

/** Props of Button: those of a `button`, its style, and `busy`. */
export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonStyle {
  /** While its action runs: shows a spinner, ignores clicks and is announced as busy. */
  busy?: boolean
}

/** A button. Its default type is `button`, so that it never submits a form by accident. */
export function Button({ variant, size, icon, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner small immediately /> : icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}

/** A link styled as a button. `reloadDocument` for pages with a document of their own (editor, deck). */
export function ButtonLink({ variant, size, icon, wide, className, children, ...rest }: PageLinkProps & ButtonStyle) {
  return (
    <PageLink {...rest} className={classOf({ variant, size, wide }, className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </PageLink>
  )
}
