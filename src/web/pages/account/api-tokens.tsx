import { useRef, useState } from 'react'
import { apiTokensContracts as contracts } from '../../../api/api-tokens/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRemoval } from '../../data/removal.ts'
import { useApi } from '../../data/session-context.tsx'
import type { ApiToken } from './load-account.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import styles from './row-list.module.css'

interface TokenRowProps {
  token: ApiToken
  /** Whether it is being deleted. */
  isBusy: boolean
  onDelete: () => void
}

function TokenRow({ token, isBusy, onDelete }: TokenRowProps) {
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          {token.name}
          <span className={styles.mark}>{token.scope === 'read' ? 'Reads' : 'Reads and writes'}</span>
        </p>
        <p className={styles.facts}>
          {token.expired ? 'Expired ' : 'Expires '}
          <Moment time={token.expires_at} form="absolute" />
          {' · '}
          {token.last_used_at ? (
            <>
              last used <Moment time={token.last_used_at} /> from {token.last_used_address}
            </>
          ) : (
            'never used'
          )}
        </p>
      </div>
      <Button size="s" aria-label={`Delete ${token.name}`} busy={isBusy} onClick={onDelete}>
        Delete
      </Button>
    </li>
  )
}

/** The user's API tokens: created, shown once, deleted. */
export function ApiTokens({ tokens: first }: { tokens: readonly ApiToken[] }) {
  const api = useApi()
  const [shown, setShown] = useState({ first, tokens: first })
  // A new password can delete all tokens; then the page loads them again.
  if (shown.first !== first) setShown({ first, tokens: first })
  const { tokens } = shown
  const change = (to: (now: readonly ApiToken[]) => readonly ApiToken[]) =>
    setShown((now) => ({ ...now, tokens: to(now.tokens) }))
  const [isCreating, setCreating] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(list)
  const { busy, remove } = useRemoval<number>()
  const removeToken = async ({ id, name }: ApiToken) => {
    const question = {
      title: `Delete ${name}?`,
      text: 'Programs that use this token are refused at once.',
      action: 'Delete',
    }
    await remove(id, {
      question,
      call: () => api.call(contracts.remove, { params: { id } }),
      onDone() {
        change((now) => now.filter((other) => other.id !== id))
        showSuccess(`${name} is deleted`)
      },
    })
    keepFocus()
  }
  return (
    <div ref={list} tabIndex={-1} className={styles.section}>
      <p>
        With a token your own programs call the <PageLink to="/api/docs">API</PageLink> as you. It never reaches your
        password, e-mail, sign-in or payments, and a team’s things only while you are a member.
      </p>
      {tokens.length > 0 ? (
        <ul className={styles.list}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isBusy={busy === token.id}
              onDelete={() => void removeToken(token)}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.facts}>You have no tokens.</p>
      )}
      <Button onClick={() => setCreating(true)}>New token</Button>
      <NewTokenDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(token) => change((now) => [token, ...now])}
      />
    </div>
  )
}
