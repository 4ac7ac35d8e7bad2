import { useEffect, useRef } from 'react'
import { Link, useLoaderData } from 'react-router'
import { classNames } from '../../../ui/class-names.ts'
import edges from '../../../ui/scroll-edges.module.css'
import { fadeScrolledEdges } from '../../../ui/scroll-edges.ts'
import { useSite } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import { CouponsSection } from './coupons-section.tsx'
import { DecksSection, ReportsSection } from './deck-sections.tsx'
import { type AdminData, type AdminSection, adminSections } from './load-admin.ts'
import { AuditSection, JobsSection, MailsSection, StorageSection } from './operation-sections.tsx'
import { OverviewSection } from './overview-section.tsx'
import { TeamsSection, UsersSection } from './people-sections.tsx'
import { SettingsSection } from './settings-section.tsx'

function pathOf(section: AdminSection): string {
  return section === 'overview' ? '/admin' : `/admin/${section}`
}

function Section({ data }: { data: AdminData }) {
  const { query } = data
  switch (data.section) {
    case 'overview':
      return <OverviewSection content={data.content} />
    case 'users':
      return <UsersSection list={data.content} query={query} />
    case 'teams':
      return <TeamsSection list={data.content} query={query} />
    case 'decks':
      return <DecksSection list={data.content} query={query} />
    case 'reports':
      return <ReportsSection list={data.content} query={query} />
    case 'storage':
      return <StorageSection content={data.content} />
    case 'jobs':
      return <JobsSection list={data.content} query={query} />
    case 'mails':
      return <MailsSection list={data.content} query={query} />
    case 'coupons':
      return <CouponsSection list={data.content} query={query} />
    case 'settings':
      return <SettingsSection instance={data.content} />
    case 'audit':
      return <AuditSection list={data.content} query={query} />
  }
}

/** The operator's console: navigation, and one section. */
export function AdminPage() {
  const data = useLoaderData<AdminData>()
  const { billing } = useSite()
  const current = useRef<HTMLAnchorElement>(null)
  // In narrow windows the navigation scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the section changes
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [data.section])
  const sections = Object.entries(adminSections) as [AdminSection, string][]
  return (
    <div className={styles.page}>
      <nav ref={fadeScrolledEdges} aria-label="Console" className={classNames(styles.nav, edges.fading)}>
        {sections
          .filter(([section]) => section !== 'coupons' || billing)
          .map(([section, title]) => (
            <Link
              key={section}
              to={pathOf(section)}
              ref={section === data.section ? current : undefined}
              aria-current={section === data.section ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
      </nav>
      <div className={styles.content}>
        <h1>{adminSections[data.section]}</h1>
        <Section key={data.section} data={data} />
      </div>
    </div>
  )
}
