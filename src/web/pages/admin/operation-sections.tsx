import { operationsContracts } from '../../../api/operations/contract.ts'
import { formatDate } from '../../../rules/dates.ts'
import { limits } from '../../../rules/limits.ts'
import { formatBytes } from '../../../rules/storage-meter.ts'
import { Button } from '../../../ui/button.tsx'
import { DayField } from '../../../ui/form/day-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useApi } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import { Address, type Column, DataTable, ListPages } from './data-table.tsx'
import { FilterForm } from './filter-form.tsx'
import type { RowOf, SectionData } from './load-admin.ts'
import { useAdminAction } from './use-admin-action.ts'

/** Tabs for the states of a list; the first is the one without a query. */
function StateTabs({
  label,
  path,
  states,
  query,
}: {
  label: string
  path: string
  states: Readonly<Record<string, string>>
  query: string
}) {
  const names = Object.keys(states)
  const current = new URLSearchParams(query).get('state') ?? names[0]
  const tabs = Object.entries(states).map(([value, text], at) => ({
    ...{ label: text, to: at === 0 ? path : `${path}?state=${value}`, current: value === current },
  }))
  return <TabLinks label={label} tabs={tabs} />
}

const storageColumns: readonly Column<SectionData<'storage'>['largest'][number]>[] = [
  { label: 'Owner', cell: ({ kind, name }) => (kind === 'team' ? `${name} (team)` : name) },
  { label: 'Files', cell: ({ count }) => count, isNumber: true },
  { label: 'Size', cell: ({ files }) => formatBytes(files), isNumber: true },
]

/** Storage: the totals, and who has uploaded most. */
export function StorageSection({ content }: { content: SectionData<'storage'> }) {
  return (
    <>
      <p className={styles.lead}>
        Uploaded files take {formatBytes(content.files)}, the slides of all decks {formatBytes(content.slides)}. Earlier
        versions of slides are not counted.
      </p>
      <DataTable
        label="Largest owners"
        columns={storageColumns}
        rows={content.largest}
        empty="No file has been uploaded yet."
      />
    </>
  )
}

const jobStates = { dead: 'Failed', waiting: 'Waiting', running: 'Running', done: 'Done' } as const

const jobColumns: readonly Column<RowOf<'jobs'>>[] = [
  {
    label: 'Job',
    cell: ({ kind, id, error }) => (
      <>
        {kind} <span className={styles.faint}>{id}</span>
        {error && <span className={styles.quote}>{error}</span>}
      </>
    ),
  },
  { label: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
  {
    label: 'When',
    cell: ({ state, run_at, updated_at }) => <Moment time={state === 'waiting' ? run_at : updated_at} />,
  },
]

/** Background jobs by state; failed ones can run again. */
export function JobsSection({ list, query }: { list: SectionData<'jobs'>; query: string }) {
  const api = useApi()
  const { run } = useAdminAction()
  const empty = list.results.length === 0 && new URLSearchParams(query).get('state')
  return (
    <>
      <StateTabs label="State of the jobs" path="/admin/jobs" states={jobStates} query={query} />
      <DataTable
        label="Jobs"
        columns={jobColumns}
        rows={list.results}
        empty={empty ? 'There is no such job.' : 'No job has failed.'}
        actions={
          list.results[0]?.state === 'dead'
            ? ({ id, kind }) => (
                <Button
                  size="s"
                  aria-label={`Run again: ${kind} ${id}`}
                  onClick={() =>
                    void run(
                      () => api.call(operationsContracts.retryJob, { params: { id: String(id) } }),
                      'The job is waiting for its turn',
                    )
                  }
                >
                  Run again
                </Button>
              )
            : undefined
        }
      />
      <ListPages list={list} query={query} />
    </>
  )
}

const mailStates = { failed: 'Failed', waiting: 'Waiting', sent: 'Sent' } as const

const mailColumns: readonly Column<RowOf<'mails'>>[] = [
  {
    label: 'Mail',
    isWide: true,
    cell: ({ subject, error }) => (
      <>
        {subject}
        {error && <span className={styles.quote}>{error}</span>}
      </>
    ),
  },
  { label: 'To', cell: ({ recipient }) => <Address value={recipient} />, isAddress: true },
  { label: 'Written', cell: ({ created_at }) => <Moment time={created_at} /> },
]

/** Says that no mail leaves the server, and where mails lie instead. */
function NoMailServer() {
  return (
    <p role="note" className={styles.warning}>
      No mail server is configured (<code>SMTP_URL</code>), so no mail leaves this server. Mails lie encrypted in its
      database for 30 days and are not sent later; in development <a href="/dev/mail">the outbox</a> shows them.
    </p>
  )
}

/** Mails by state; failed ones can be sent again within a week. */
export function MailsSection({ list, query }: { list: SectionData<'mails'>; query: string }) {
  const api = useApi()
  const { run } = useAdminAction()
  const state = new URLSearchParams(query).get('state') ?? 'failed'
  const states = list.configured ? mailStates : { ...mailStates, waiting: 'Not sent' }
  return (
    <>
      {!list.configured && <NoMailServer />}
      <StateTabs label="State of the mails" path="/admin/mails" states={states} query={query} />
      <DataTable
        label="Mails"
        columns={mailColumns}
        rows={list.results}
        empty={state === 'failed' ? 'No mail has failed.' : 'There is no such mail.'}
        actions={
          state === 'failed' && list.configured
            ? ({ id, kept, subject, recipient }) =>
                kept ? (
                  <Button
                    size="s"
                    aria-label={`Send again: ${subject} to ${recipient}, ${id}`}
                    onClick={() =>
                      void run(
                        () => api.call(operationsContracts.resendMail, { params: { id: String(id) } }),
                        'The mail is on its way again',
                      )
                    }
                  >
                    Send again
                  </Button>
                ) : (
                  <span className={styles.faint}>Text deleted</span>
                )
            : undefined
        }
      />
      <ListPages list={list} query={query} />
    </>
  )
}

/** The facts of an audit entry in one line: `reason: Spam, plan: pro`. */
function detailText(detail: Readonly<Record<string, unknown>>): string {
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join(', ')
}

const auditColumns: readonly Column<RowOf<'audit'>>[] = [
  { label: 'When', cell: ({ at }) => <time dateTime={at}>{`${formatDate(at)} ${at.slice(11, 19)}`}</time> },
  {
    label: 'Who',
    cell: ({ actor, address }) => (
      <>
        {actor ?? '–'}
        <span className={styles.sub}>{address}</span>
      </>
    ),
    isShort: true,
  },
  {
    label: 'What',
    isWide: true,
    cell: ({ action, detail }) => (
      <>
        <code>{action}</code>
        <span className={styles.sub}>{detailText(detail)}</span>
      </>
    ),
  },
  { label: 'On', cell: ({ resource }) => <code>{resource}</code> },
]

/** The audit log with its filters. Times are in UTC. */
export function AuditSection({ list, query }: { list: SectionData<'audit'>; query: string }) {
  const given = new URLSearchParams(query)
  const value = (name: string) => given.get(name) ?? ''
  return (
    <>
      <p className={styles.lead}>Entries are kept for a year. Times are in UTC.</p>
      <FilterForm query={query} action="Filter">
        <TextField
          name="action"
          label="Action begins with"
          placeholder="admin."
          defaultValue={value('action')}
          maxLength={limits.admin.search}
        />
        <TextField
          name="user"
          label="Username"
          defaultValue={value('user')}
          maxLength={limits.admin.search}
          autoCapitalize="none"
        />
        <TextField
          name="resource"
          label="On"
          placeholder="user:7"
          defaultValue={value('resource')}
          maxLength={limits.admin.search}
        />
        <DayField name="from" label="From" defaultValue={value('from')} />
        <DayField name="to" label="To" defaultValue={value('to')} />
      </FilterForm>
      <DataTable label="Audit log" columns={auditColumns} rows={list.results} empty="No entry matches." />
      <ListPages list={list} query={query} />
    </>
  )
}
