import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import type { ChoiceField, ColorField, Field, ImageField, NumberField, TextField } from '../../blocks/block-editor.ts'
import type { Block } from '../../document/types.ts'
import { intoRange } from '../../rules/range.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './field-control.module.css'

/** What a control is given: the field, the block it shows, and where a new value goes. `merge`: it joins the value before in one undo step. */
interface ControlProps<F, V> {
  readonly field: F
  readonly block: Block
  readonly id: string
  onChange(value: V, merge: boolean): void
}

function Choice({ field, block, id, onChange }: ControlProps<ChoiceField<unknown>, string>) {
  const value = field.read(block)
  if (!field.options.every((option) => option.icon)) {
    return (
      <select id={id} className={styles.input} value={value} onChange={(event) => onChange(event.target.value, false)}>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <fieldset className={classNames(styles.segments, field.options.length > 6 && styles.grid)} aria-label={field.label}>
      {field.options.map(({ value: option, label, icon: Icon }) => (
        <label key={option} className={classNames(styles.segment, option === value && styles.chosen)} title={label}>
          <input type="radio" name={id} checked={option === value} onChange={() => onChange(option, false)} />
          {Icon && <Icon size={16} aria-hidden />}
          <span className={styles.unseen}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What may be typed into a number field: a number, a sum or difference from the present value, or a part of it. */
export function readNumber(text: string, present: number): number | null {
  const match = /^\s*([+*/-]?)\s*(-?\d+(?:[.,]\d+)?)\s*(%?)[a-z°]*\s*$/i.exec(text)
  if (!match) return null
  const [, sign, digits = '', percent] = match
  const number = Number(digits.replace(',', '.'))
  if (percent) return (present * number) / 100
  // A minus alone makes a negative number, so that -20 can be typed; to subtract, add a negative one: +-20.
  if (sign === '+') return present + number
  if (sign === '*') return present * number
  if (sign === '/') return number === 0 ? null : present / number
  return sign === '-' ? -number : number
}

interface NumberInputProps {
  readonly id: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
  readonly label?: string
  readonly disabled?: boolean
  onChange(value: number, merge: boolean): void
}

/** A number that is typed (with + - * / and %), or stepped with the arrow keys (Shift: ten steps). */
export function NumberInput({ id, value, min, max, step, unit, label, disabled, onChange }: NumberInputProps) {
  const shown = String(Math.round(value * 100) / 100)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const commit = () => {
    const number = readNumber(text, value)
    if (number === null || Math.round(number * 100) / 100 === Number(shown)) setText(shown)
    else onChange(intoRange(number, { min, max, decimals: 2 }), false)
  }
  return (
    <span className={styles.number}>
      <input
        id={id}
        className={styles.input}
        aria-label={label}
        inputMode="decimal"
        disabled={disabled}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          const by = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1)
          onChange(intoRange(value + by, { min, max, decimals: 2 }), true)
        }}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}

function NumberControl({ field, block, id, onChange }: ControlProps<NumberField<unknown>, number>) {
  const { min, max, step, unit } = field
  return <NumberInput {...{ id, min, max, step, unit, onChange }} value={field.read(block)} />
}

/** A colour as the browser's own picker wants it; others begin at grey. */
function pickerColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : '#808080'
}

/** A colour: picked, typed, or the theme's own. */
export function ColorInput(props: {
  readonly id: string
  readonly value: string
  readonly label: string
  onChange(value: string, merge: boolean): void
}) {
  const { id, value, label, onChange } = props
  return (
    <span className={styles.color}>
      <input
        id={id}
        type="color"
        aria-label={label}
        className={classNames(styles.swatch, value === '' && styles.none)}
        value={pickerColor(value)}
        onChange={(event) => onChange(event.target.value, true)}
      />
      {value === '' ? (
        <span className={styles.theme}>Theme</span>
      ) : (
        <button type="button" className={styles.clear} onClick={() => onChange('', false)}>
          Clear
        </button>
      )}
    </span>
  )
}

function ColorControl({ field, block, id, onChange }: ControlProps<ColorField<unknown>, string>) {
  return <ColorInput {...{ id, onChange }} label={field.label} value={field.read(block)} />
}

function TextControl({ field, block, id, onChange }: ControlProps<TextField<unknown>, string>) {
  const shared = {
    id,
    className: styles.input,
    value: field.read(block),
    maxLength: field.maxLength,
    placeholder: field.placeholder,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value, true),
  }
  return field.multiline ? <textarea {...shared} rows={3} /> : <input {...shared} />
}

type ImageValue = { readonly url: string; readonly width: number; readonly height: number }

function ImageControl({ field, id, onChange }: ControlProps<ImageField<unknown>, ImageValue>) {
  const { services } = useEditorInstance()
  const file = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (chosen: File | undefined) => {
    if (!chosen) return
    setProgress(0)
    try {
      onChange(await services.upload(chosen, setProgress), false)
    } catch (error) {
      services.notify(error instanceof Error ? error.message : String(error), 'error')
    } finally {
      setProgress(null)
    }
  }
  return (
    <>
      <button type="button" className={styles.input} disabled={progress !== null} onClick={() => file.current?.click()}>
        {progress === null ? 'Replace…' : `Uploading, ${Math.round(progress * 100)} %`}
      </button>
      <input
        ref={file}
        id={id}
        type="file"
        hidden
        aria-label={field.label}
        accept="image/png,image/jpeg,image/gif,image/svg+xml"
        onChange={(event) => {
          void send(event.target.files?.[0])
          // The same file may be chosen again, after a failure for one.
          event.target.value = ''
        }}
      />
    </>
  )
}

function controlOf(field: Field<unknown>, block: Block, id: string, change: (value: never, merge: boolean) => void) {
  const onChange = change as (value: unknown, merge: boolean) => void
  switch (field.kind) {
    case 'choice':
      return <Choice {...{ field, block, id, onChange }} />
    case 'number':
      return <NumberControl {...{ field, block, id, onChange }} />
    case 'color':
      return <ColorControl {...{ field, block, id, onChange }} />
    case 'text':
      return <TextControl {...{ field, block, id, onChange }} />
    case 'image':
      return <ImageControl {...{ field, block, id, onChange }} />
    case 'toggle':
      return (
        <input
          id={id}
          type="checkbox"
          checked={field.read(block)}
          onChange={(event) => onChange(event.target.checked, false)}
        />
      )
  }
}

/** Whether a field needs the whole width: a line of text, or pictures to choose from. */
function isTall(field: Field<unknown>): boolean {
  return (
    field.kind === 'text' || (field.kind === 'choice' && field.options.length > 6 && field.options.every((o) => o.icon))
  )
}

/** Draws one field of a block's panel, as its description says. `block` is the one whose value is shown. */
export function FieldControl(props: {
  readonly field: Field<unknown>
  readonly block: Block
  onChange(change: (block: Block) => Block, merge: boolean): void
}) {
  const { field, block, onChange } = props
  const id = useId()
  const write = field.write as (block: Block, value: unknown) => Block
  return (
    <div className={classNames(styles.field, isTall(field) && styles.tall)}>
      <label htmlFor={id}>{field.label}</label>
      {controlOf(field, block, id, (value, merge) => onChange((one) => write(one, value), merge))}
    </div>
  )
}
