import { useEffect, useId, useRef, useState } from 'react'
import { fontsContracts } from '../../../api/fonts/contract.ts'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { familiesField, familiesIn, isKitId, type WantedFamily } from '../../../rules/font-services.ts'
import { limits } from '../../../rules/limits.ts'
import { messages, tooLongMessage } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import styles from './custom-fonts-dialog.module.css'
import type { EditorSession } from './editor-session.ts'
import { FamilyField, type ListedFamily } from './family-field.tsx'

/** The list of families, fetched once per page load. A failed fetch is tried again. */
let fetched: Promise<readonly ListedFamily[]> | null = null

function familyList(session: EditorSession): Promise<readonly ListedFamily[]> {
  fetched ??= session.api.call(fontsContracts.list, {}).then(({ items }) => items)
  fetched.catch(() => {
    fetched = null
  })
  return fetched
}

/** The families to suggest. Empty while loading or after a failure: names can still be typed. */
function useFamilies(session: EditorSession): readonly ListedFamily[] {
  const [list, setList] = useState<readonly ListedFamily[]>([])
  useEffect(() => {
    let current = true
    familyList(session).then(
      (items) => current && setList(items),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [session])
  return list
}

function Kit({ value, error, onChange }: { value: string; error: string | null; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Typekit kit ID</label>
      <input
        id={id}
        value={value}
        maxLength={limits.font.field}
        placeholder="abc1def"
        spellCheck={false}
        autoCapitalize="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? 'The kit must allow the address where your deck is shown.'}
      </p>
    </div>
  )
}

function OpenedFonts({ open, session }: { open: boolean; session: EditorSession }) {
  const { model } = useEditorInstance()
  const [settings] = useState(() => model.getState().deck.settings)
  const [kit, setKit] = useState(settings.font_typekit ?? '')
  const [chosen, setChosen] = useState<readonly WantedFamily[]>(() => familiesIn(settings.font_google))
  const [errors, setErrors] = useState<{ readonly kit: string | null; readonly families: string | null }>({
    kit: null,
    families: null,
  })
  const families = useFamilies(session)
  const first = useRef<HTMLInputElement>(null)
  const close = () => model.show({ dialog: null })
  const save = () => {
    const google = familiesField(chosen)
    const invalid = {
      kit: isKitId(kit.trim()) ? null : messages.form.analyticsId,
      families: (google ?? '').length > limits.font.field ? tooLongMessage(limits.font.field) : null,
    }
    setErrors(invalid)
    if (invalid.kit || invalid.families) return
    const change = { font_typekit: kit.trim() || null, font_google: google }
    model.apply(setSettings(change), { undo: 'step', label: 'Custom fonts' })
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Load custom fonts"
      description="They come from the service you name, for everybody who opens the deck, and stand in the list of fonts."
      initialFocus={first}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <FamilyField ref={first} families={families} {...{ chosen }} error={errors.families} onChange={setChosen} />
        <Kit value={kit} error={errors.kit} onChange={setKit} />
      </div>
    </Dialog>
  )
}

/** Edits the Google and Typekit fonts that the deck loads. */
export function CustomFontsDialog({ session }: { session: EditorSession }) {
  const open = useEditor((state) => state.dialog === 'custom-fonts')
  const opening = useOpening(open)
  return opening === 0 ? null : <OpenedFonts key={opening} {...{ open, session }} />
}
