import type { ExportField, ExportFields } from '../../../rules/export-formats/index.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import styles from './exports-panel.module.css'

/** The options of a format. */
export type Options = Readonly<Record<string, boolean | string>>

interface OptionFieldsProps {
  readonly fields: ExportFields
  readonly readable: { readonly notes: boolean; readonly hidden: boolean }
  readonly options: Options
  onChange(options: Options): void
}

function OptionField(props: {
  readonly field: ExportField
  readonly value: boolean | string | undefined
  onChange(value: boolean | string): void
}) {
  const { field, value, onChange } = props
  if (field.kind === 'flag') {
    return (
      <Switch
        label={field.label}
        hint={field.hint}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  return (
    <SelectField
      label={field.label}
      hint={field.hint}
      options={field.options.map(({ id, label }) => ({ value: id, label }))}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The fields of a format's options. What the user may not read is not offered. */
export function OptionFields({ fields, readable, options, onChange }: OptionFieldsProps) {
  const offered = Object.entries(fields).filter(
    ([, field]) => field.kind !== 'flag' || !field.needs || readable[field.needs],
  )
  const choices = offered.filter(([, { kind }]) => kind === 'choice')
  const flags = offered.filter(([, { kind }]) => kind === 'flag')
  const fieldOf = ([name, field]: (typeof offered)[number]) => (
    <OptionField
      key={name}
      field={field}
      value={options[name]}
      onChange={(value) => onChange({ ...options, [name]: value })}
    />
  )
  return (
    <>
      {choices.length > 0 && <div className={styles.choices}>{choices.map(fieldOf)}</div>}
      {flags.length > 0 && <div className={styles.flags}>{flags.map(fieldOf)}</div>}
    </>
  )
}
