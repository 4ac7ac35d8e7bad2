import { Plus, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import styles from './scripts-field.module.css'

/** Prefix of the fields' names; a number from 0 follows. */
const fieldPrefix = 'script-'

/** The filled fields in a form's values, in order, with their addresses. */
export function scriptFields(values: Readonly<Record<string, string>>): { name: string; address: string }[] {
  return Object.entries(values)
    .map(([name, value]) => ({ name, address: value.trim() }))
    .filter(({ name, address }) => name.startsWith(fieldPrefix) && address !== '')
}

/** The rows of a list of scripts. */
export function useScriptRows(scripts: readonly string[]) {
  const next = useRef(scripts.length)
  const [rows, setRows] = useState(() => scripts.map((address, id) => ({ id, address })))
  const add = () => {
    const id = next.current
    next.current += 1
    setRows((before) => [...before, { id, address: '' }])
  }
  const remove = (id: number) => setRows((before) => before.filter((row) => row.id !== id))
  /** Drops the rows that were empty when the list was saved. */
  const keep = (names: readonly string[]) =>
    setRows((before) => before.filter(({ id }) => names.includes(`${fieldPrefix}${id}`)))
  return { rows, first: scripts.length, add, remove, keep }
}

type ScriptsFieldProps = Omit<ReturnType<typeof useScriptRows>, 'keep'> & {
  /** Gets the focus of removed rows. */
  place: RefObject<HTMLDivElement | null>
}

/** A list of script addresses, each with a field of its own. Inside a Form; read with scriptFields. */
export function ScriptsField({ rows, first, add, remove, place }: ScriptsFieldProps) {
  const keepFocus = useFocusFallback(place)
  return (
    <div ref={place} tabIndex={-1} className={styles.list}>
      {rows.map(({ id, address }, index) => (
        <div key={id} className={styles.row}>
          <TextField
            name={`${fieldPrefix}${id}`}
            type="script-url"
            label={`Script ${index + 1}`}
            takesFocus={id >= first}
            defaultValue={address}
            placeholder="https://"
            inputMode="url"
            autoCapitalize="none"
            maxLength={limits.theme.scriptUrl}
          />
          <IconButton
            label={`Remove script ${index + 1}`}
            icon={<X />}
            onClick={() => {
              remove(id)
              keepFocus()
            }}
          />
        </div>
      ))}
      {rows.length < limits.theme.scripts && (
        <div>
          <Button size="s" icon={<Plus />} onClick={add}>
            Add a script
          </Button>
        </div>
      )}
    </div>
  )
}
