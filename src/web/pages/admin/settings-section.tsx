import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureText, isApiError } from '../../../api/api-error.ts'
import { instanceContracts } from '../../../api/instance/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../../rules/messages.ts'
import { pixelTypes } from '../../../rules/picture-types.ts'
import { isSignUpMode, type SignUpMode } from '../../../rules/sign-up.ts'
import { timings } from '../../../rules/timings.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './admin.module.css'
import type { InstanceData } from './load-admin.ts'

const modeNames: Readonly<Record<SignUpMode, string>> = {
  open: 'Open: everybody',
  invitation: 'By invitation',
  closed: 'Closed: nobody',
}

/** Name and sign-up of the instance. */
function InstanceForm({ instance }: { instance: InstanceData }) {
  const api = useApi()
  const save = async ({ name = '', sign_up = '', reason = '' }: Record<string, string>) => {
    try {
      const body = { instance: { name, sign_up: isSignUpMode(sign_up) ? sign_up : null, reason } }
      await api.call(instanceContracts.change, { body })
    } catch (error) {
      return formFailure(error)
    }
    // Header and title of the page show the name.
    storeToast(messages.save.succeeded)
    window.location.reload()
    return null
  }
  const fallback = `As configured: ${modeNames[instance.default_sign_up]}`
  return (
    <Form onSubmit={save} className={styles.form}>
      {({ busy }) => (
        <>
          <TextField
            name="name"
            label="Name"
            optional
            defaultValue={instance.name === instance.default_name ? '' : instance.name}
            placeholder={instance.default_name}
            maxLength={limits.admin.instanceName}
            hint="Shown in the header, in titles and in mails."
          />
          <SelectField
            name="sign_up"
            label="Who may create an account"
            defaultValue={instance.chosen_sign_up ?? ''}
            options={[
              { value: '', label: fallback },
              ...Object.entries(modeNames).map(([value, label]) => ({ value, label })),
            ]}
          />
          <TextField name="reason" label="Reason" required maxLength={limits.admin.reason} hint="For the audit log." />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** The logo: shown, replaced and removed. */
function LogoForm({ instance }: { instance: InstanceData }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
      storeToast(messages.save.succeeded)
      window.location.reload()
    } catch (failure) {
      if (!isApiError(failure)) throw failure
      setError(failureText(failure))
      setBusy(false)
    }
  }
  const upload = ([file]: readonly File[]) => {
    if (!file) return
    if (!(pixelTypes as readonly string[]).includes(file.type)) return setError(messages.media.onlyImages)
    if (file.size > limits.upload.imageKilobytes * 1000)
      return setError(imageTooLargeMessage(limits.upload.imageKilobytes))
    const files = new FormData()
    files.append('file', file)
    void run(() => api.call(instanceContracts.changeLogo, { files, timeout: timings.uploadToLibrary }))
  }
  return (
    <FileDrop
      label="Drop a logo here"
      fieldLabel="Logo file"
      accept={pixelTypes.join(',')}
      error={error}
      onFiles={upload}
    >
      {(choose) => (
        <>
          {instance.logo_url && <img className={styles.logo} src={instance.logo_url} alt="The present logo" />}
          <p>It replaces the logo and the name in the header, 32 px high and at most 200 px wide.</p>
          <div className={styles.buttons}>
            <Button onClick={choose} busy={busy}>
              Choose a file
            </Button>
            {instance.logo_url && (
              <Button variant="quiet" onClick={() => void run(() => api.call(instanceContracts.removeLogo))}>
                Remove the logo
              </Button>
            )}
          </div>
        </>
      )}
    </FileDrop>
  )
}

/** One self-test: its button and its last result. */
function SelfTest({ label, text, test }: { label: string; text: string; test: () => Promise<string> }) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const start = async () => {
    setBusy(true)
    setResult('')
    try {
      setResult(await test())
    } catch (error) {
      if (!isApiError(error)) throw error
      setResult(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.test}>
      <p>{text}</p>
      <Button onClick={() => void start()} busy={busy}>
        {label}
      </Button>
      <p role="status">{result}</p>
    </div>
  )
}

function SelfTests({ instance }: { instance: InstanceData }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { driver } = useSite()
  const testPayments = async () => {
    const { problems } = await api.call(instanceContracts.testPayments)
    return problems.length === 0 ? 'Keys and prices are right.' : problems.join(' ')
  }
  const testMail = async () => {
    const { sent_to, configured } = await api.call(instanceContracts.testMail)
    void revalidate()
    if (!configured) return 'Without SMTP_URL no mail leaves this server; it stays in the database.'
    showSuccess('The test mail is on its way')
    return `A test mail is on its way to ${sent_to}. If it does not arrive, look at the failed mails.`
  }
  const testContent = async () => {
    const { configured, proven } = await api.call(instanceContracts.testContent)
    if (configured === 'none') return 'No content host is configured: decks are shown in a sandbox.'
    return proven === 'none'
      ? 'The content host does not lead here. Check its DNS entry, certificate and proxy.'
      : 'The content host leads here.'
  }
  return (
    <>
      <SelfTest
        label="Send a test mail"
        text={
          instance.mail.configured
            ? `Mails come from ${instance.mail.from}.`
            : 'No mail server is configured (SMTP_URL).'
        }
        test={testMail}
      />
      <SelfTest
        label="Test the content host"
        text={
          instance.content_url
            ? `Decks are shown from ${instance.content_url}.`
            : 'Decks are shown from the app’s own host.'
        }
        test={testContent}
      />
      {driver !== undefined && (
        <SelfTest
          label="Test the payments"
          text={driver === 'stripe' ? 'Cards are charged by Stripe.' : 'Payments are simulated: no money moves.'}
          test={testPayments}
        />
      )}
    </>
  )
}

/** Settings of the instance: name, sign-up, logo, and self-tests. */
export function SettingsSection({ instance }: { instance: InstanceData }) {
  return (
    <>
      <InstanceForm key={`${instance.name} ${instance.chosen_sign_up}`} instance={instance} />
      <h2 className={styles.part}>Logo</h2>
      <LogoForm instance={instance} />
      <h2 className={styles.part}>Self-tests</h2>
      <SelfTests instance={instance} />
    </>
  )
}
