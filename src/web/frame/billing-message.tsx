import { useLocation } from 'react-router'
import { isPaymentPage, sandboxNotice, shownNotice } from '../../rules/billing-notice.ts'
import { classNames } from '../../ui/class-names.ts'
import { useSite, useViewer } from '../data/session-context.tsx'
import styles from './warning-message.module.css'

/**
 * Messages about payment above the header: a trial or a failed payment, for those who pay; and on the pages about
 * payment, that no money moves in the sandbox.
 */
export function BillingMessage() {
  const viewer = useViewer()
  const { driver } = useSite()
  const { pathname } = useLocation()
  const notice = viewer?.notice ?? null
  const shown = notice && shownNotice(notice, Date.now())
  return (
    <>
      {shown && (
        <section
          className={classNames(styles.warning, notice?.kind !== 'trial' && styles.urgent)}
          aria-label="Billing"
          suppressHydrationWarning
        >
          <p suppressHydrationWarning>
            {shown.text} <a href={shown.url}>{shown.action}</a>
          </p>
        </section>
      )}
      {driver === 'sandbox' && isPaymentPage(pathname) && (
        <section className={classNames(styles.warning, styles.calm)} aria-label="Sandbox">
          <p>{sandboxNotice}</p>
        </section>
      )}
    </>
  )
}
