import type { ReactNode } from 'react'
import { Stage } from '../../features/stage/stage.tsx'
import styles from './auth-layout.module.css'

/** Props of AuthLayout. */
export interface AuthLayoutProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
  /** Below the form: links to related pages. */
  foot?: ReactNode
}

/** The layout of sign-in and related pages: a form, and an illustration if there is room. */
export function AuthLayout({ title, lead, children, foot }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
      <div className={styles.stage}>
        <Stage />
      </div>
    </div>
  )
}
