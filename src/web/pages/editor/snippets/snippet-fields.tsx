import { useId } from 'react'
import type { SnippetField } from '../../../../document/snippet-template.ts'
import { limits } from '../../../../rules/limits.ts'
import styles from './insert-snippet-dialog.module.css'

/** Props of SnippetFields. */
export interface SnippetFieldsProps {
  readonly fields: readonly SnippetField[]
  /** The entered values by label. A missing label shows its default. */
  readonly values: Readonly<Record<string, string>>
  onChange(label: string, value: string): void
}

/** One input per field of the snippet. Code and long texts get a textarea. */
export function SnippetFields({ fields, values, onChange }: SnippetFieldsProps) {
  const id = useId()
  return fields.map(({ label, initial }, index) => {
    const own = {
      id: `${id}-${index}`,
      className: styles.input,
      value: values[label] ?? initial,
      maxLength: limits.snippet.value,
      onChange: (event: { target: { value: string } }) => onChange(label, event.target.value),
    }
    const long = /\n|code/i.test(label + initial) || initial.length > 60
    return (
      <div key={label} className={styles.field}>
        <label htmlFor={own.id}>{label}</label>
        {long ? <textarea rows={3} spellCheck={false} {...own} /> : <input autoComplete="off" {...own} />}
      </div>
    )
  })
}
