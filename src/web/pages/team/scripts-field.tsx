import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
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
  return { rows, add, remove }
}

/** A list of script addresses, each with a field of its own. Inside a Form; read with scriptFields. */
export function ScriptsField({ rows, add, remove }: ReturnType<typeof useScriptRows>) {
  return (
    <div className={styles.list}>
      {rows.map(({ id, address }, index) => (
        <div key={id} className={styles.row}>
          <TextField
            name={`${fieldPrefix}${id}`}
            type="script-url"
            label={`Script ${index + 1}`}
            defaultValue={address}
            placeholder="https://"
            inputMode="url"
            autoCapitalize="none"
            maxLength={limits.theme.scriptUrl}
          />
          <IconButton label={`Remove script ${index + 1}`} icon={<X />} onClick={() => remove(id)} />
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
