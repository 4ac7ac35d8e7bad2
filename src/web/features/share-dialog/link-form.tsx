import { Trash2 } from 'lucide-react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError } from '../../../rules/messages.ts'
import { validateLinkName } from '../../../rules/validators.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, type FormFailure } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { type AccessLink, saveLink } from './access-links.ts'
import styles from './share-dialog.module.css'
import type { LinkDraft } from './use-links.ts'

/** Props of LinkForm. */
export interface LinkFormProps {
  api: ApiClient
  link: AccessLink
  /** Unsaved input. */
  draft: LinkDraft | undefined
  onDraft: (draft: LinkDraft) => void
  onSaved: (link: AccessLink) => void
  onRemove: () => void
}

/** A form for a link's name and password. Shows unsaved changes. */
export function LinkForm({ api, link, draft, onDraft, onSaved, onRemove }: LinkFormProps) {
  const { name, password } = draft ?? { name: link.name, password: link.password ?? '' }
  const unsaved = draft !== undefined
  const save = async (): Promise<FormFailure | null> => {
    const wrong = validateLinkName(name)
    if (wrong) return { fields: { name: wrong } }
    try {
      const saved = await saveLink(api, link, { name: name.trim(), password })
      onSaved(saved)
      showSuccess('Link saved')
      return null
    } catch (error) {
      if (isApiError(error) && error.status === 422) return { fields: error.fields }
      showError(genericError())
      return null
    }
  }
  return (
    <Form onSubmit={save} className={styles.linkForm}>
      {({ busy }) => (
        <>
          <div className={styles.linkFields}>
            <TextField
              name="name"
              label="Name"
              hint="Only you and admins see it."
              defaultValue={name}
              maxLength={limits.token.name}
              onChange={(text) => onDraft({ name: text, password })}
              autoComplete="off"
            />
            <TextField
              name="password"
              label="Password"
              optional
              hint="Empty: everyone with the link gets in."
              defaultValue={password}
              maxLength={limits.token.password}
              onChange={(text) => onDraft({ name, password: text })}
              autoComplete="off"
            />
          </div>
          <div className={styles.linkActions}>
            <Button variant="quiet" icon={<Trash2 size={16} aria-hidden />} onClick={onRemove}>
              Remove link
            </Button>
            <span className={styles.unsaved} role="status" data-unsaved={unsaved || undefined}>
              {unsaved ? 'Unsaved changes' : ''}
            </span>
            <Button type="submit" variant={unsaved ? 'primary' : 'plain'} busy={busy} disabled={!unsaved}>
              Save
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
