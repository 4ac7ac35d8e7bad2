import type { ReactNode } from 'react'
import { Stage } from '../../features/stage/stage.tsx'
import styles from './auth-layout.module.css'

/** Props of AuthLayout. */
export interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Under the form: the way to the other pages of the family. */
  foot?: ReactNode
}

/** The pages about getting in: a form, and beside it, where there is room, a stage. */
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
