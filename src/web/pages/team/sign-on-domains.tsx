import { useRef, useState } from 'react'
import { signOnContracts as contracts } from '../../../api/sign-on/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { proofMailboxes } from '../../../rules/sign-on.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useRemoval } from '../../data/removal.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './sign-on-domains.module.css'
import type { SignOnPartProps, TeamSignOn } from './sign-on-part.ts'

type Domain = TeamSignOn['domains'][number]

interface DomainProps {
  readonly domain: Domain
  readonly onChanged: SignOnPartProps['onChanged']
}

/** Runs a call that answers with the sign-on; shows a failure in a toast. */
function useChange(onChanged: SignOnPartProps['onChanged']) {
  const [busy, setBusy] = useState('')
  const run = async (name: string, call: () => Promise<TeamSignOn>, success: string) => {
    setBusy(name)
    try {
      onChanged(await call())
      showSuccess(success)
    } catch (error) {
      const { fields, message } = formFailure(error)
      showError(Object.values(fields ?? {})[0] ?? message ?? messages.save.settingsFailed)
    }
    setBusy('')
  }
  return { busy, run }
}

/** The two ways to prove a domain: a DNS record, or a code in a mail to its administrators. */
function DomainProof({ domain: { domain, record, mail_sent_at }, onChanged }: DomainProps) {
  const api = useApi()
  const { busy, run } = useChange(onChanged)
  const params = { domain }
  const confirm = async ({ code = '' }: Record<string, string>) => {
    try {
      onChanged(await api.call(contracts.confirmCode, { params, body: { code } }))
      showSuccess(`${domain} is proven`)
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <div className={styles.proof}>
      <p>Prove that {domain} is yours: add this TXT record to its DNS, then check it.</p>
      <CopyField label="Name of the record" value={record.name} />
      <CopyField label="Value of the record" value={record.value} />
      <div>
        <Button
          busy={busy === 'dns'}
          onClick={() => void run('dns', () => api.call(contracts.checkDomain, { params }), `${domain} is proven`)}
        >
          Check the record
        </Button>
      </div>
      <p>Or get a code by mail, and enter it here:</p>
      <div className={styles.buttons}>
        {proofMailboxes.map((mailbox) => (
          <Button
            key={mailbox}
            busy={busy === mailbox}
            onClick={() =>
              void run(
                mailbox,
                () => api.call(contracts.mailCode, { params, body: { mailbox } }),
                `A code is on its way to ${mailbox}@${domain}`,
              )
            }
          >
            Mail {mailbox}@{domain}
          </Button>
        ))}
      </div>
      {mail_sent_at && (
        <Form onSubmit={confirm}>
          {({ busy: sending }) => (
            <>
              <TextField name="code" label="Code of the mail" required autoComplete="off" maxLength={100} />
              <div>
                <Button type="submit" busy={sending}>
                  Confirm the code
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
    </div>
  )
}

function DomainRow({ domain: row, onChanged, keepFocus }: DomainProps & { keepFocus: () => void }) {
  const api = useApi()
  const { domain, proven_at } = row
  const { busy, remove } = useRemoval<string>()
  const removeDomain = () =>
    remove(domain, {
      question: {
        title: `Remove ${domain}?`,
        text: 'People with addresses there can no longer join by single sign-on. To add it again, it has to be proven again.',
        action: 'Remove',
      },
      call: () => api.call(contracts.removeDomain, { params: { domain } }),
      onDone(left) {
        onChanged(left)
        showSuccess(`${domain} is removed`)
      },
    })
  return (
    <li className={styles.domain}>
      <div className={styles.head}>
        <p className={styles.name}>
          {domain}
          <span className={styles.state} data-proven={proven_at !== null}>
            {proven_at === null ? 'Not proven yet' : 'Proven'}
          </span>
        </p>
        <Button
          size="s"
          aria-label={`Remove ${domain}`}
          busy={busy !== null}
          onClick={() => void removeDomain().then(keepFocus)}
        >
          Remove
        </Button>
      </div>
      {proven_at === null && <DomainProof domain={row} onChanged={onChanged} />}
    </li>
  )
}

/** The domains of the members' addresses, each with its proof. */
export function SignOnDomains({ signOn: { domains }, onChanged }: SignOnPartProps) {
  const api = useApi()
  const section = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(section)
  const add = async ({ domain = '' }: Record<string, string>, form: HTMLFormElement) => {
    try {
      onChanged(await api.call(contracts.addDomain, { body: { domain: { domain } } }))
      form.reset()
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <div ref={section} tabIndex={-1} className={styles.domains}>
      {domains.length > 0 && (
        <ul className={styles.list}>
          {domains.map((domain) => (
            <DomainRow key={domain.domain} domain={domain} onChanged={onChanged} keepFocus={keepFocus} />
          ))}
        </ul>
      )}
      <Form onSubmit={add}>
        {({ busy }) => (
          <>
            <TextField
              name="domain"
              type="domain"
              label="Add a domain"
              hint="The part of your addresses after the @, such as example.com. Only people with addresses at proven domains join by single sign-on."
              required
              maxLength={limits.team.domain}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
            />
            <div>
              <Button type="submit" busy={busy}>
                Add
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}
