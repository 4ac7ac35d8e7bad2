import { type ReactNode, useCallback, useEffect } from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { statusContracts } from '../../api/status/contract.ts'
import { AskHost } from '../../ui/ask/ask-host.tsx'
import { replayEarlySubmit } from '../../ui/early-submit.ts'
import { FlashHost } from '../../ui/flash/flash-host.tsx'
import { flash } from '../../ui/flash/flash-store.ts'
import { markLoaded } from '../../ui/page-behaviors.ts'
import { PageLinks } from '../../ui/page-link.tsx'
import { renewCsrfToken } from '../data/browser-transport.ts'
import { useApi, useViewer } from '../data/session-context.tsx'
import styles from './app-frame.module.css'
import { FeedbackHost } from './feedback.tsx'
import { PageChange } from './page-change.tsx'
import { SessionWatch } from './session-watch.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SkipLink } from './skip-link.tsx'
import { takeFlashes } from './stored-flash.ts'
import { WarningMessage } from './warning-message.tsx'

/** Keeps an eye on the session of a signed-in person. */
function OwnSessionWatch() {
  const api = useApi()
  const viewer = useViewer()
  const check = useCallback(async () => {
    const { user_signed_in, user_id, csrf_token } = await api.call(statusContracts.read)
    if (!user_signed_in || user_id !== viewer?.id) return false
    renewCsrfToken(csrf_token)
    return true
  }, [api, viewer?.id])
  return <SessionWatch check={check} />
}

/** The frame around a page: header, content, footer, and what can float above them. */
export function AppFrame({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  useEffect(() => {
    for (const { text, kind } of takeFlashes()) flash(text, kind)
    markLoaded()
    replayEarlySubmit()
  }, [])
  return (
    <PageLinks value={Link}>
      <SkipLink />
      <WarningMessage />
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children ?? <Outlet />}
      </main>
      <SiteFooter />
      <PageChange />
      <ScrollRestoration />
      <FlashHost />
      <AskHost />
      <FeedbackHost />
      {viewer && <OwnSessionWatch />}
    </PageLinks>
  )
}
