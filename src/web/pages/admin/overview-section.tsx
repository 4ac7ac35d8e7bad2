import { Link } from 'react-router'
import { formatBytes } from '../../../rules/storage-meter.ts'
import { useSite } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import type { SectionData } from './load-admin.ts'

interface Fact {
  readonly label: string
  readonly value: string | number
  readonly note?: string
  readonly to: string
  /** Whether an operator has something to do. */
  readonly isDue?: boolean
}

function factsOf(content: SectionData<'overview'>, billing: boolean): readonly Fact[] {
  const { users, teams, decks, reports, jobs, mails, storage } = content
  return [
    { label: 'Users', value: users.total, note: `${users.recent} new in 30 days`, to: '/admin/users' },
    { label: 'Suspended users', value: users.suspended, to: '/admin/users?show=suspended' },
    { label: 'Operators', value: users.operators, to: '/admin/users?show=operators' },
    {
      label: 'Teams',
      value: teams.total,
      ...(billing && { note: `${teams.upgraded} upgraded by hand` }),
      to: '/admin/teams',
    },
    {
      label: 'Decks',
      value: decks.total,
      note: `${decks.public} public, ${decks.recent} new in 30 days`,
      to: '/admin/decks',
    },
    { label: 'Suspended decks', value: decks.suspended, to: '/admin/decks?show=suspended' },
    { label: 'Open reports', value: reports.open, to: '/admin/reports', isDue: reports.open > 0 },
    { label: 'Uploaded files', value: formatBytes(storage), to: '/admin/storage' },
    {
      label: 'Failed jobs',
      value: jobs.failed,
      note: `${jobs.running} running, ${jobs.waiting} waiting`,
      to: '/admin/jobs',
      isDue: jobs.failed > 0,
    },
    mails.configured || mails.failed > 0
      ? {
          label: 'Failed mails',
          value: mails.failed,
          note: mails.configured ? `${mails.waiting} waiting` : 'No mail server is configured',
          to: '/admin/mails',
          isDue: mails.failed > 0,
        }
      : {
          label: 'Mails not sent',
          value: mails.waiting,
          note: 'No mail server is configured',
          to: '/admin/mails?state=waiting',
        },
  ]
}

/** The numbers of the instance, each a link to its section. */
export function OverviewSection({ content }: { content: SectionData<'overview'> }) {
  const { billing } = useSite()
  return (
    <ul className={styles.facts}>
      {factsOf(content, billing).map(({ label, value, note, to, isDue }) => (
        <li key={label}>
          <Link to={to} className={styles.fact} data-due={isDue || undefined}>
            <span className={styles.factLabel}>{label}</span>
            <span className={styles.factValue}>{value}</span>
            {note && <span className={styles.sub}>{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
