import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './notice.module.css'
import { Spinner } from './spinner.tsx'

/** Props of EmptyNotice. */
export interface EmptyNoticeProps {
  /** A drawing or an icon. */
  picture?: ReactNode
  title: ReactNode
  children?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
}

/** Stands where a list would stand when there is nothing in it: says so, and what to do. */
export function EmptyNotice({ picture, title, children, action }: EmptyNoticeProps) {
  return (
    <div className={styles.notice}>
      {picture && <div className={styles.picture}>{picture}</div>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** Props of FailedNotice. */
export interface FailedNoticeProps {
  text: string
  onRetry?: () => void
}

/** Stands where a list would stand when it could not be loaded. */
export function FailedNotice({ text, onRetry }: FailedNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.title}>{text}</p>
      {onRetry && (
        <div className={styles.action}>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  )
}

/** Stands where a list will stand. */
export function LoadingNotice({ label }: { label?: string }) {
  return (
    <div className={styles.notice}>
      <Spinner label={label} />
    </div>
  )
}
