import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostTeam } from '../../../api/pages/site.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import styles from './billing.module.css'

/** Props of BillingLayout. */
export interface BillingLayoutProps {
  title: string
  lead?: ReactNode
  /** The team that pays; named above the title. */
  team?: HostTeam | null
  /** Whether the page is below the billing page, and links back to it. */
  isBelow?: boolean
  children: ReactNode
}

/** The layout of the pages about payment. */
export function BillingLayout({ title, lead, team, isBelow, children }: BillingLayoutProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {isBelow && (
          <PageLink to="/account/billing" className={styles.back}>
            <ArrowLeft size={16} aria-hidden="true" /> Billing
          </PageLink>
        )}
        {team && !isBelow && <p className={styles.owner}>{team.name}</p>}
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  )
}
