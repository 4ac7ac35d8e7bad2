import { useState } from 'react'
import { signOnContracts as contracts } from '../../../api/sign-on/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { validateIssuer } from '../../../rules/sign-on.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useRemoval } from '../../data/removal.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import styles from './settings-page.module.css'
import { SignOnDomains } from './sign-on-domains.tsx'
import type { SignOnPartProps, TeamSignOn } from './sign-on-part.ts'
import type { TeamSectionProps } from './team-section.ts'
import { useSaveTeam } from './use-save-team.ts'

function firstMessage(error: unknown): string {
  const { fields, message } = formFailure(error)
  return Object.values(fields ?? {})[0] ?? message ?? messages.save.settingsFailed
}

/** Tests and removes the provider that is set. */
function ProviderButtons({ onChanged }: Pick<SignOnPartProps, 'onChanged'>) {
  const api = useApi()
  const [testing, setTesting] = useState(false)
  const test = async () => {
    setTesting(true)
    try {
      await api.call(contracts.test)
      showSuccess('The provider answers')
    } catch (error) {
      showError(firstMessage(error))
    }
    setTesting(false)
  }
  const { busy, remove } = useRemoval<'provider'>()
  const removeProvider = () =>
    remove('provider', {
      question: {
        title: 'Remove single sign-on?',
        text: 'Members then sign in with a password or a passkey of their own. The client secret is deleted.',
        action: 'Remove',
      },
      call: () => api.call(contracts.remove),
      onDone(left) {
        onChanged(left)
        showSuccess('Single sign-on is removed')
      },
    })
  return (
    <>
      <Button busy={testing} onClick={() => void test()}>
        Test the connection
      </Button>
      <Button busy={busy !== null} onClick={() => void removeProvider()}>
        Remove
      </Button>
    </>
  )
}

function ProviderForm({ signOn, onChanged, takesFocus }: SignOnPartProps & { takesFocus: boolean }) {
  const api = useApi()
  const save = async (values: Record<string, string>, form: HTMLFormElement) => {
    const { issuer = '', client_id = '', client_secret = '' } = values
    try {
      onChanged(await api.call(contracts.change, { body: { sign_on: { issuer, client_id, client_secret } } }))
      const secret = form.querySelector<HTMLInputElement>('[name="client_secret"]')
      if (secret) secret.value = ''
      showSuccess(messages.save.succeeded)
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <Form onSubmit={save}>
      {({ busy }) => (
        <>
          <TextField
            name="issuer"
            label="Issuer"
            hint="The address of your OpenID provider, such as https://accounts.example.com."
            required
            takesFocus={takesFocus}
            validate={validateIssuer}
            inputMode="url"
            autoCapitalize="none"
            defaultValue={signOn.issuer ?? ''}
            autoComplete="off"
          />
          <TextField
            name="client_id"
            label="Client id"
            required
            defaultValue={signOn.client_id ?? ''}
            maxLength={limits.signOn.clientId}
            autoCapitalize="none"
            autoComplete="off"
          />
          <TextField
            name="client_secret"
            label="Client secret"
            hint={signOn.has_secret ? 'One is stored, and never shown. Enter another one to replace it.' : undefined}
            secret
            required={!signOn.has_secret}
            optional={signOn.has_secret}
            maxLength={limits.signOn.clientSecret}
            autoComplete="new-password"
          />
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
            {signOn.issuer !== null && <ProviderButtons onChanged={onChanged} />}
          </div>
        </>
      )}
    </Form>
  )
}

/** The team's single sign-on: the provider, the domains of its users, and whether members must use it. */
export function SignOnSettings({ signOn: first, ...shared }: TeamSectionProps & { signOn: TeamSignOn }) {
  const { billing } = useSite()
  const [signOn, setSignOn] = useState(first)
  // Begins again when the provider is removed.
  const [removals, setRemovals] = useState(0)
  const changeProvider = (next: TeamSignOn) => {
    setSignOn(next)
    if (next.issuer === null) setRemovals((before) => before + 1)
  }
  const save = useSaveTeam((team) => {
    shared.onSaved(team)
    setSignOn((now) => ({ ...now, require_sso: team.require_sso ?? false }))
  })
  const requireSignOn = async (require_sso: boolean) => {
    const failure = await save({ require_sso })
    if (failure) showError(failure.fields?.require_sso ?? failure.message ?? messages.save.settingsFailed)
  }
  return (
    <div className={styles.list}>
      <p className={styles.note}>
        Members sign in with the accounts of your organization, and new ones join at their first sign-on
        {billing && ', each as a user that is paid for'}. Members with two-step sign-in here are asked for its code as
        well; for all others the provider alone checks who they are, so require a second factor there. At the provider,
        register this team as a confidential web client with this address:
      </p>
      <CopyField label="Redirect URI" value={signOn.redirect_uri} />
      <ProviderForm key={removals} signOn={signOn} onChanged={changeProvider} takesFocus={removals > 0} />
      <SignOnDomains signOn={signOn} onChanged={setSignOn} />
      <Switch
        label="Require single sign-on"
        hint={
          signOn.issuer === null
            ? 'Set up the provider first.'
            : 'All but owners then sign in to the team by the provider alone. Members who are signed in another way are signed out of it.'
        }
        checked={signOn.require_sso}
        disabled={signOn.issuer === null}
        onChange={(event) => void requireSignOn(event.target.checked)}
      />
    </div>
  )
}
