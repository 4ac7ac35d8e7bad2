import { adminContracts } from '../../../api/admin/contract.ts'
import { publicCommentsContracts } from '../../../api/public-comments/contract.ts'
import { reportsContracts } from '../../../api/reports/contract.ts'
import { deckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { type ReportReason, reportReasons } from '../../../rules/reports.ts'
import { visibilityNames } from '../../../rules/visibilities.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useApi } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import { type Column, DataTable, ListPages } from './data-table.tsx'
import { ListFilter } from './filter-form.tsx'
import type { RowOf, SectionData } from './load-admin.ts'
import { Mark } from './mark.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Deck = RowOf<'decks'>
type Report = RowOf<'reports'>

/** Returns functions that ask for a reason, then suspend or restore a deck. */
function useDeckSuspension() {
  const api = useApi()
  const { withReason } = useAdminAction()
  return {
    suspend: ({ id, title }: Pick<Deck, 'id' | 'title'>) =>
      void withReason(
        {
          title: `Suspend “${shownTitle(title)}”?`,
          text: 'Only its owner, who reads the reason, and operators then see it. Open reports of it are settled.',
          action: 'Suspend',
          dangerous: true,
        },
        (change) => api.call(adminContracts.suspendDeck, { params: { id: String(id) }, body: { change } }),
        'The deck is suspended',
      ),
    restore: ({ id, title }: Pick<Deck, 'id' | 'title'>) =>
      void withReason(
        { title: `Restore “${shownTitle(title)}”?`, action: 'Restore' },
        (change) => api.call(adminContracts.restoreDeck, { params: { id: String(id) }, body: { change } }),
        'The deck is restored',
      ),
  }
}

const deckColumns: readonly Column<Deck>[] = [
  {
    label: 'Deck',
    cell: (deck) => (
      <>
        <a href={deckUrl({ username: deck.username, slug: deck.slug, id: deck.id })}>{shownTitle(deck.title)}</a>{' '}
        {deck.suspended_at && <Mark isBad>Suspended</Mark>} {deck.trashed && <Mark>In the trash</Mark>}{' '}
        {deck.open_reports > 0 && <Mark isBad>{`Reports: ${deck.open_reports}`}</Mark>}
        {deck.suspension_reason && <span className={styles.sub}>{deck.suspension_reason}</span>}
      </>
    ),
  },
  { label: 'Owner', cell: ({ username }) => username, isShort: true },
  { label: 'Visibility', cell: ({ visibility }) => visibilityNames[visibility], isShort: true },
  { label: 'Views', cell: ({ views }) => views, isNumber: true },
  { label: 'Changed', cell: ({ updated_at }) => <Moment time={updated_at} /> },
]

/** Decks: search, suspend and restore. */
export function DecksSection({ list, query }: { list: SectionData<'decks'>; query: string }) {
  const { suspend, restore } = useDeckSuspension()
  return (
    <>
      <p className={styles.lead}>
        Operators see titles here, and the slides of suspended decks and of those that are open to them anyway.
      </p>
      <ListFilter
        query={query}
        label="Title, owner or id"
        shows={[
          { value: 'suspended', label: 'Suspended' },
          { value: 'reported', label: 'Reported' },
        ]}
      />
      <DataTable
        label="Decks"
        columns={deckColumns}
        rows={list.results}
        empty={query === '' ? 'There is no deck yet.' : 'No deck matches.'}
        actions={(deck) =>
          deck.suspended_at ? (
            <Button size="s" onClick={() => restore(deck)} aria-label={`Restore ${shownTitle(deck.title)}`}>
              Restore
            </Button>
          ) : (
            <Button size="s" onClick={() => suspend(deck)} aria-label={`Suspend ${shownTitle(deck.title)}`}>
              Suspend
            </Button>
          )
        }
      />
      <ListPages list={list} query={query} />
    </>
  )
}

const states = { open: 'Open', dismissed: 'Dismissed', acted: 'Acted on' } as const

const reportColumns: readonly Column<Report>[] = [
  {
    label: 'Deck',
    cell: ({ deck, comment }) => (
      <>
        <a href={deckUrl(deck)}>{shownTitle(deck.title)}</a> {deck.suspended && <Mark isBad>Suspended</Mark>}
        <span className={styles.sub}>by {deck.username}</span>
        {comment && (
          <>
            <span className={styles.sub}>Comment by {comment.username}</span>
            <span className={styles.quote}>{comment.message}</span>
          </>
        )}
      </>
    ),
  },
  {
    label: 'Reason',
    cell: ({ reason, text }) => (
      <>
        {reportReasons[reason as ReportReason] ?? reason}
        {text !== '' && <span className={styles.quote}>{text}</span>}
      </>
    ),
  },
  { label: 'From', cell: ({ reporter }) => reporter ?? 'A visitor', isShort: true },
  { label: 'When', cell: ({ created_at }) => <Moment time={created_at} /> },
]

/** Returns a function that asks for a reason, then deletes a reported comment. */
function useCommentRemoval() {
  const api = useApi()
  const { withReason } = useAdminAction()
  return ({ id, username }: NonNullable<Report['comment']>) =>
    void withReason(
      {
        title: `Delete the comment by ${username}?`,
        text: 'Reports of it are deleted with it.',
        action: 'Delete',
        dangerous: true,
      },
      (change) => api.call(publicCommentsContracts.removeAsOperator, { params: { id: String(id) }, body: { change } }),
      'The comment is deleted',
    )
}

/** Reports of decks and of comments below them: a queue of open ones, and those that are settled. */
export function ReportsSection({ list, query }: { list: SectionData<'reports'>; query: string }) {
  const api = useApi()
  const { withReason } = useAdminAction()
  const { suspend } = useDeckSuspension()
  const removeComment = useCommentRemoval()
  const state = new URLSearchParams(query).get('state') ?? 'open'
  const settle = ({ id }: Report, next: keyof typeof states, question: string, done: string) =>
    void withReason(
      { title: question, action: next === 'open' ? 'Open again' : next === 'acted' ? 'Settle' : 'Dismiss' },
      ({ reason }) =>
        api.call(reportsContracts.settle, { params: { id: String(id) }, body: { change: { state: next, reason } } }),
      done,
    )
  return (
    <>
      <TabLinks
        label="State of the reports"
        tabs={Object.entries(states).map(([value, label]) => ({
          ...{ label, to: value === 'open' ? '/admin/reports' : `?state=${value}`, current: state === value },
        }))}
      />
      <DataTable
        label="Reports"
        columns={reportColumns}
        rows={list.results}
        empty={state === 'open' ? 'Nothing is reported.' : 'No report is settled like this.'}
        actions={(report) =>
          report.state === 'open' ? (
            <>
              {report.comment && (
                <Button
                  size="s"
                  aria-label={`Delete the comment by ${report.comment.username}, report ${report.id}`}
                  onClick={() => report.comment && removeComment(report.comment)}
                >
                  Delete the comment
                </Button>
              )}
              {!report.comment && !report.deck.suspended && (
                <Button
                  size="s"
                  aria-label={`Suspend the deck ${shownTitle(report.deck.title)}, report ${report.id}`}
                  onClick={() => suspend(report.deck)}
                >
                  Suspend the deck
                </Button>
              )}
              <Button
                size="s"
                aria-label={`Settle: report ${report.id} of ${shownTitle(report.deck.title)}`}
                onClick={() => settle(report, 'acted', 'What was done about it?', 'The report is settled')}
              >
                Settle
              </Button>
              <Button
                size="s"
                aria-label={`Dismiss: report ${report.id} of ${shownTitle(report.deck.title)}`}
                variant="quiet"
                onClick={() => settle(report, 'dismissed', 'Dismiss the report?', 'The report is dismissed')}
              >
                Dismiss
              </Button>
            </>
          ) : (
            <Button
              size="s"
              aria-label={`Open again: report ${report.id} of ${shownTitle(report.deck.title)}`}
              variant="quiet"
              onClick={() => settle(report, 'open', 'Open the report again?', 'The report is open again')}
            >
              Open again
            </Button>
          )
        }
      />
      <ListPages list={list} query={query} />
    </>
  )
}
