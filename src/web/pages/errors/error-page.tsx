import { useEffect } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { pageMessages } from '../../../rules/page-messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { signInPath } from '../../data/return-path.ts'
import { useSite, useViewer } from '../../data/session-context.tsx'
import { AppFrame } from '../../frame/app-frame.tsx'
import { openFeedback } from '../../frame/feedback.tsx'
import { fullTitle } from '../../frame/full-title.ts'
import { describeError, errorMeta } from '../../matched-page.ts'
import styles from './error-page.module.css'
import { LostLectern } from './lost-lectern.tsx'

interface ErrorText {
  readonly title: string
  readonly text: string
}

const texts: Readonly<Record<number, ErrorText>> = {
  400: pageMessages.pages.refused,
  404: {
    title: 'There is nothing at this lectern',
    text: 'The page does not exist, has moved, or is not for everybody. If somebody gave you the link, ask them whether you may see it.',
  },
  422: {
    title: 'That did not work',
    text: 'What was sent is not what this page expects. Perhaps it was open for too long: load it again and try once more.',
  },
  403: { title: 'This is not for everybody', text: 'You are signed in, but this page is not open to you.' },
  429: pageMessages.pages.busy,
}

/** A page that a visitor may not see is one that does not exist: links in mails to the deck's people lead here, too. */
const notForVisitors: ErrorText = {
  title: texts[404]!.title,
  text: 'The page does not exist, has moved, or is not for everybody. If it is for you, sign in to see it.',
}

/** The error page, by status: 400, 404, 422, 403, 429, else 500. */
export function ErrorPage() {
  const error = useRouteError()
  const { name } = useSite()
  const { status, message } = describeError(error)
  const here = useLocation()
  const asksToSignIn = useViewer() === null && status === 404
  const { title, text } = (asksToSignIn ? notForVisitors : texts[status]) ?? pageMessages.pages.broken
  useEffect(() => {
    document.title = fullTitle(errorMeta(status).title, name)
  }, [status, name])
  return (
    <AppFrame>
      <div className={styles.page}>
        <LostLectern className={styles.picture} />
        <p className={styles.status}>{status}</p>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        {message && message !== 'Not found' && <p className={styles.message}>{message}</p>}
        <div className={styles.actions}>
          {status !== 404 && (
            <Button variant="primary" onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
          {asksToSignIn && (
            <ButtonLink to={signInPath(here)} variant="primary">
              Sign in
            </ButtonLink>
          )}
          <ButtonLink to="/explore" variant={status === 404 && !asksToSignIn ? 'primary' : 'plain'}>
            Explore decks
          </ButtonLink>
          {status >= 500 && (
            <Button variant="quiet" onClick={() => openFeedback()}>
              Contact us
            </Button>
          )}
          <Link to="/">Go home</Link>
        </div>
      </div>
    </AppFrame>
  )
}
