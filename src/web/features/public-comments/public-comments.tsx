import { useCallback, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { PublicCommentAnswer } from '../../../api/public-comments/contract.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { formFailure } from '../../data/form-failure.ts'
import styles from './public-comments.module.css'
import { type PublicCommentsModel, usePublicComments } from './use-public-comments.ts'

/** The deck whose comments are shown. */
export interface CommentsPlace {
  readonly deckId: number
  readonly title: string
  /** The path of the deck's page. */
  readonly path: string
  /** The token of the link by which the page was opened. */
  readonly token: string | null
  /** The address of the sign-in page for visitors; null for signed-in users. */
  readonly signIn: string | null
}

/** Props of PublicComments. */
export interface PublicCommentsProps {
  readonly api: ApiClient
  readonly place: CommentsPlace
  notify(text: string, kind: 'negative'): void
}

/** The URL of the form that reports a comment. */
function reportUrl({ deckId, title, path, token }: CommentsPlace, { id, name }: PublicCommentAnswer): string {
  const query = { deck_id: String(deckId), deck_title: title, deck_path: path }
  const about = { comment_id: String(id), comment_by: name, ...(token === null ? {} : { token }) }
  return `/report?${new URLSearchParams({ ...query, ...about })}`
}

/** Adds a comment. After it is posted the field is empty and has the focus. */
function NewComment({ model }: { readonly model: PublicCommentsModel }) {
  const [posted, setPosted] = useState(0)
  const post = async ({ message = '' }: Record<string, string>) => {
    try {
      await model.send(message)
    } catch (error) {
      return formFailure(error)
    }
    setPosted((count) => count + 1)
    return null
  }
  return (
    <>
      <Form key={posted} onSubmit={post} className={styles.form}>
        {({ busy }) => (
          <>
            <TextField
              name="message"
              label="Your comment"
              hint="Everybody who sees the deck can read it, with your name."
              rows={3}
              required
              takesFocus={posted > 0}
              maxLength={limits.comment.text}
            />
            <div>
              <Button type="submit" variant="primary" busy={busy}>
                Post
              </Button>
            </div>
          </>
        )}
      </Form>
      <p className="spoken-only" role="status">
        {posted > 0 && 'Your comment is posted'}
      </p>
    </>
  )
}

interface ItemProps {
  readonly comment: PublicCommentAnswer
  readonly model: PublicCommentsModel
  readonly place: CommentsPlace
}

function Item({ comment, model, place }: ItemProps) {
  const { id, name, username, thumbnail_url, created_at, message, own, may_delete } = comment
  if (model.leaving.has(id)) {
    return (
      <li className={styles.gone}>
        <span role="status">Comment deleted</span>
        <Button size="s" variant="quiet" onClick={() => model.keep(id)}>
          Undo
        </Button>
      </li>
    )
  }
  return (
    <li className={styles.comment}>
      <Avatar size="m" name={name} picture={thumbnail_url} />
      <div className={styles.body}>
        <p className={styles.head}>
          <a className={styles.name} href={profileUrl(username)}>
            {name}
          </a>
          <span className={styles.when}>
            <Moment time={created_at} />
          </span>
        </p>
        <p className={styles.message} dir="auto">
          {message}
        </p>
        <p className={styles.tools}>
          {may_delete && (
            <button type="button" aria-label={`Delete the comment by ${name}`} onClick={() => model.remove(id)}>
              Delete
            </button>
          )}
          {!own && (
            <a href={reportUrl(place, comment)} rel="nofollow" aria-label={`Report the comment by ${name}`}>
              Report
            </a>
          )}
        </p>
      </div>
    </li>
  )
}

function List({ model, place }: { readonly model: PublicCommentsModel; readonly place: CommentsPlace }) {
  const { status, comments, older } = model.list
  if (comments.length === 0 && status === 'loading') {
    return (
      <div className={styles.loading}>
        <LoadingNotice />
      </div>
    )
  }
  if (status === 'failed') {
    return <FailedNotice text={messages.collaboration.commentsFailed} onRetry={() => void model.load()} />
  }
  if (comments.length === 0) {
    return (
      <p className={styles.nothing}>
        No comments yet.
        {/* Visitors have the sign-in hint above instead. */}
        {place.signIn === null && <span> Write the first one.</span>}
      </p>
    )
  }
  return (
    <>
      <ol className={styles.list}>
        {comments.map((comment) => (
          <Item key={comment.id} {...{ comment, model, place }} />
        ))}
      </ol>
      {older !== 'none' && (
        <div className={styles.older} role={older === 'failed' ? 'alert' : undefined}>
          {older === 'failed' && <span>{messages.collaboration.commentsFailed}</span>}
          <Button size="s" busy={older === 'loading'} onClick={() => void model.loadOlder()}>
            {older === 'failed' ? messages.collaboration.retry : 'Earlier comments'}
          </Button>
        </div>
      )}
    </>
  )
}

/** The comments below a public deck, newest first, and the form for a new one. */
export function PublicComments({ api, place, notify }: PublicCommentsProps) {
  const onDeleteFailed = useCallback(() => notify(messages.collaboration.commentNotDeleted, 'negative'), [notify])
  const model = usePublicComments({ api, deckId: place.deckId, token: place.token, onDeleteFailed })
  return (
    <div className={styles.comments}>
      <h2 className={styles.title}>Comments</h2>
      {place.signIn === null ? (
        <NewComment model={model} />
      ) : (
        <p className={styles.signIn}>
          <a href={place.signIn}>Sign in</a> to write a comment.
        </p>
      )}
      <List model={model} place={place} />
    </div>
  )
}
