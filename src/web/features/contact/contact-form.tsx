import { useState } from 'react'
import { contactContracts } from '../../../api/contact/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useViewer } from '../../data/session-context.tsx'
import type { ContactDeck } from './contact-deck.ts'
import styles from './contact-form.module.css'

/** Props of ContactForm. */
export interface ContactFormProps {
  /** The deck the message is about; sent with it. */
  deck?: ContactDeck | null
  onSent?: () => void
}

/** A form for messages to the instance's operators. */
export function ContactForm({ deck, onSent }: ContactFormProps) {
  const api = useApi()
  const viewer = useViewer()
  const [sent, setSent] = useState(false)
  const send = async ({ name = '', email = '', message = '' }: Record<string, string>) => {
    try {
      await api.call(contactContracts.send, { body: { contact: { name, email, message, ...deck } } })
    } catch (error) {
      return formFailure(error)
    }
    setSent(true)
    onSent?.()
    return null
  }
  if (sent) {
    return (
      <p role="status" className={styles.sent}>
        Thank you. Your message is on its way; the answer comes by e-mail.
      </p>
    )
  }
  return (
    <Form onSubmit={send}>
      {({ busy }) => (
        <>
          {deck && <p className={styles.about}>About the deck “{deck.deck_title}”</p>}
          <TextField
            name="name"
            label="Name"
            optional
            defaultValue={viewer?.name ?? ''}
            autoComplete="name"
            maxLength={limits.account.name}
          />
          <TextField
            name="email"
            type="email"
            label="E-mail"
            required
            hint="For the answer."
            defaultValue={viewer?.email ?? ''}
            autoComplete="email"
            maxLength={limits.account.email}
          />
          <TextField name="message" label="Message" required rows={6} maxLength={limits.contact.message} />
          <div>
            <Button type="submit" variant="primary" busy={busy}>
              Send
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
