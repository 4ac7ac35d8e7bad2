import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './notice.module.css'
import { Spinner } from './spinner.tsx'

export interface EmptyNoticeProps {
  /** An illustration or icon. */
  picture?: ReactNode
  title: ReactNode
  children?: ReactNode
  /** A call to action. */
  action?: ReactNode
}

/** Empty state of a list: what is missing, and what to do. */
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

export interface FailedNoticeProps {
  text: string
  onRetry?: () => void
}

/** Error state of a list. */
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

/** Loading state of a list. */
export function LoadingNotice({ label }: { label?: string }) {
  return (
    <div className={styles.notice}>
      <Spinner label={label} />
    </div>
  )
}
