import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signOnContracts as contracts } from '../../../api/sign-on/contract.ts'
import { signOnProblem } from '../../../rules/sign-on.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { Identities, Identity, IdentityProvider } from './load-account.ts'
import { OwnerProofFields, OwnPasswordField } from './own-password-field.tsx'
import styles from './row-list.module.css'

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}

/** What the password is asked for. */
type Wanted = { readonly link: IdentityProvider } | { readonly unlink: Identity }

/** Says in a toast how the link that this page was opened from ended. */
function useLinkResult(): void {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const problem = signOnProblem(query.get('problem'))
    if (problem) showError(problem)
    else if (query.has('linked')) showSuccess('Single sign-on is linked to your account')
    else return
    // A reload does not repeat the toast.
    void navigate({ search: '', hash }, { replace: true, preventScrollReset: true })
  }, [search, hash, navigate])
}

function PasswordDialog({ wanted, onClose, onDone }: { wanted: Wanted; onClose: () => void; onDone: () => void }) {
  const api = useApi()
  const isLink = 'link' in wanted
  const submit = async ({ password = '', code }: Record<string, string>) => {
    try {
      if ('unlink' in wanted) {
        await api.call(contracts.unlink, { params: { id: String(wanted.unlink.id) }, body: { identity: { password } } })
        onDone()
        return null
      }
      const body = { identity: { provider: wanted.link.id, password, code } }
      const { url } = await api.call(contracts.link, { body })
      window.location.assign(url)
      // The form stays busy until the browser has left.
      return new Promise<null>(() => {})
    } catch (error) {
      return formFailure(error)
    }
  }
  const text = isLink
    ? `Next, ${hostOf(wanted.link.issuer)} asks you to sign in. From then on you can sign in here by it, and its administrators could sign in as you.`
    : `${hostOf(wanted.unlink.issuer)} no longer signs you in. Then you need your password.`
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isLink ? `Link ${wanted.link.name}` : 'Unlink single sign-on'}
      action={isLink ? 'Go on' : 'Unlink'}
      danger={!isLink}
      onSubmit={submit}
    >
      <p>{text}</p>
      {isLink ? <OwnerProofFields name="password" /> : <OwnPasswordField name="password" />}
    </FormDialog>
  )
}

function IdentityRow({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const host = hostOf(identity.issuer)
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{host}</p>
        <p className={styles.facts}>
          {identity.email ? `${identity.email} · ` : ''}
          {identity.last_used_at ? (
            <>
              last used <Moment time={identity.last_used_at} />
            </>
          ) : (
            'never used'
          )}
        </p>
      </div>
      <Button size="s" aria-label={`Unlink ${host}`} onClick={onUnlink}>
        Unlink
      </Button>
    </li>
  )
}

/** The user's identities for single sign-on: linked and unlinked with the password. */
export function IdentityList({ identities: first }: { identities: Identities }) {
  const [identities, setIdentities] = useState(first.results)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useLinkResult()
  const open = first.providers.filter(({ issuer }) => identities.every((one) => one.issuer !== issuer))
  const removed = () => {
    if (wanted && 'unlink' in wanted) setIdentities((now) => now.filter(({ id }) => id !== wanted.unlink.id))
    setWanted(null)
    showSuccess('Unlinked')
  }
  return (
    <div className={styles.section}>
      <p>
        Sign in with the account of your organization, without a password of this one. With two-step sign-in, your
        team’s provider is followed by the code; the provider of this site takes its place.
      </p>
      {identities.length > 0 ? (
        <ul className={styles.list}>
          {identities.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onUnlink={() => setWanted({ unlink: identity })} />
          ))}
        </ul>
      ) : (
        <p className={styles.facts}>
          {open.length > 0 ? 'Nothing is linked yet.' : 'Neither your team nor this server has single sign-on.'}
        </p>
      )}
      {open.map((provider) => (
        <Button key={provider.id} onClick={() => setWanted({ link: provider })}>
          Link {provider.name}
        </Button>
      ))}
      {wanted && <PasswordDialog wanted={wanted} onClose={() => setWanted(null)} onDone={removed} />}
    </div>
  )
}
