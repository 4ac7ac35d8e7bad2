import { type ReactNode, useCallback, useEffect } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { statusContracts } from '../../api/status/contract.ts'
import { AreaBoundary, OverlayBoundary } from '../../ui/area-boundary.tsx'
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx'
import { replayEarlyInput } from '../../ui/early-input.ts'
import { markLoaded } from '../../ui/page-behaviors.ts'
import { PageLinks } from '../../ui/page-link.tsx'
import { ToastHost } from '../../ui/toast/toast-host.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { renewCsrfToken } from '../data/browser-transport.ts'
import { useApi, useViewer } from '../data/session-context.tsx'
import styles from './app-frame.module.css'
import { BillingMessage } from './billing-message.tsx'
import { FeedbackHost } from './feedback.tsx'
import { PageChange } from './page-change.tsx'
import { watchPresses, worksAtLowerEdge } from './press-watch.ts'
import { SessionWatch } from './session-watch.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SkipLink } from './skip-link.tsx'
import { takeStoredToasts } from './stored-toast.ts'
import { WarningMessage } from './warning-message.tsx'

/** Watches the session of the signed-in user. */
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

function showFailureToast(): void {
  showToast('This could not be shown.', 'negative')
}

/** The frame of a page: header, content, footer, and overlays. */
export function AppFrame({ children }: { children?: ReactNode }) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  useEffect(watchPresses, [])
  useEffect(() => {
    for (const { text, kind } of takeStoredToasts()) showToast(text, kind)
    markLoaded()
    replayEarlyInput()
  }, [])
  return (
    <PageLinks value={Link}>
      <SkipLink />
      <OverlayBoundary onError={showFailureToast} resetKey={pathname}>
        <WarningMessage />
        <BillingMessage />
      </OverlayBoundary>
      <AreaBoundary key={`header ${pathname}`}>
        <SiteHeader />
      </AreaBoundary>
      <main id="main" tabIndex={-1} className={styles.main}>
        <AreaBoundary key={pathname}>{children ?? <Outlet />}</AreaBoundary>
      </main>
      <AreaBoundary>
        <SiteFooter />
      </AreaBoundary>
      <PageChange />
      <ScrollRestoration />
      <ToastHost standsAtTop={worksAtLowerEdge} />
      <OverlayBoundary onError={showFailureToast} resetKey={pathname}>
        <DialogHost />
        <FeedbackHost />
      </OverlayBoundary>
      {viewer && <OwnSessionWatch />}
    </PageLinks>
  )
}
