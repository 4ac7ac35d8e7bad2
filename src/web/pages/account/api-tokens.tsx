import { useState } from 'react'
import { apiTokensContracts as contracts } from '../../../api/api-tokens/contract.ts'
import { genericError } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import type { ApiToken } from './load-account.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import styles from './row-list.module.css'

function TokenRow({ token, onDelete }: { token: ApiToken; onDelete: () => void }) {
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
      <Button size="s" aria-label={`Delete ${token.name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  )
}

/** The user's API tokens: created, shown once, deleted. */
export function ApiTokens({ tokens: first }: { tokens: readonly ApiToken[] }) {
  const api = useApi()
  const [tokens, setTokens] = useState(first)
  const [isCreating, setCreating] = useState(false)
  const remove = async ({ id, name }: ApiToken) => {
    try {
      await api.call(contracts.remove, { params: { id } })
      setTokens((now) => now.filter((other) => other.id !== id))
      showSuccess(`${name} is deleted`)
    } catch {
      showError(genericError())
    }
  }
  return (
    <div className={styles.section}>
      <p>
        With a token your own programs call the <PageLink to="/api/docs">API</PageLink> as you. It never reaches your
        password, e-mail, sign-in or payments, and a team’s things only while you are a member.
      </p>
      {tokens.length > 0 ? (
        <ul className={styles.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDelete={() => void remove(token)} />
          ))}
        </ul>
      ) : (
        <p className={styles.facts}>You have no tokens.</p>
      )}
      <Button onClick={() => setCreating(true)}>New token</Button>
      <NewTokenDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(token) => setTokens((now) => [token, ...now])}
      />
    </div>
  )
}
