import { useId } from 'react'
import type { SnippetField } from '../../../../document/snippet-template.ts'
import { limits } from '../../../../rules/limits.ts'
import styles from './insert-snippet-dialog.module.css'

/** Props of SnippetFields. */
export interface SnippetFieldsProps {
  readonly fields: readonly SnippetField[]
  /** What was entered, by label; a label that is missing shows its default. */
  readonly values: Readonly<Record<string, string>>
  onChange(label: string, value: string): void
}

/** One field for each thing that a snippet asks for. Code and long words get room for several lines. */
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
