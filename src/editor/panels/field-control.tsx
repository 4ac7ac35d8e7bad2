import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import type {
  CheckedField,
  ChoiceField,
  ColorField,
  Field,
  ImageField,
  ImageFieldValue,
  NumberField,
  TextField,
} from '../../blocks/block-editor.ts'
import type { Block } from '../../document/deck-model.ts'
import { classNames } from '../../ui/class-names.ts'
import { imageTypes, libraryDrawing, notifyUploadFailure } from '../actions/insert-images.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { ColorInput } from './colors/color-button.tsx'
import styles from './field-control.module.css'
import { LinkInput } from './link-input.tsx'
import { NumberInput } from './number-input.tsx'
import { useThemeColor } from './use-theme-color.ts'

/**
 * Props of a control: the field, the block whose value is shown, and the callback for a new value. `merge`: the change
 * joins the previous undo step.
 */
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

function NumberControl({ field, block, id, onChange }: ControlProps<NumberField<unknown>, number>) {
  const { min, max, step, unit } = field
  return <NumberInput {...{ id, min, max, step, unit, onChange }} value={field.read(block)} />
}

function ColorControl({ field, block, id, onChange }: ControlProps<ColorField<unknown>, string>) {
  const value = field.read(block)
  const theme = useThemeColor(block.id, value === '' ? (field.shownAt ?? null) : null)
  const { label, none, gradients, contrast } = field
  return <ColorInput {...{ id, onChange, value, theme, label, none, gradients, contrast }} />
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

function CheckedControl({ field, block, id, onChange }: ControlProps<CheckedField<unknown>, string>) {
  const { services } = useEditorInstance()
  const shown = field.read(block)
  const [text, setText] = useState(shown)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setText(shown)
    setError(null)
  }, [shown])
  const commit = () => {
    if (text === shown) return setError(null)
    const answer = field.check(text)
    setError('error' in answer ? answer.error : null)
    if ('error' in answer) return
    onChange(answer.value, false)
    setText(field.read(field.write(block, answer.value)))
  }
  const choose = async () => {
    const chosen = await services.chooseVideo?.()
    if (chosen) onChange(chosen.url, false)
  }
  const note = error ?? field.description?.(block) ?? ''
  return (
    <>
      <input
        id={id}
        className={styles.input}
        value={text}
        maxLength={field.maxLength}
        placeholder={field.placeholder}
        list={field.suggestions ? `${id}-list` : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={note === '' ? undefined : `${id}-note`}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
          // A value chosen from the list is complete: apply it at once.
          if (field.suggestions?.includes(event.target.value)) {
            const answer = field.check(event.target.value)
            if ('value' in answer) onChange(answer.value, false)
          }
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      {field.suggestions && (
        <datalist id={`${id}-list`}>
          {field.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {field.library === 'video' && services.chooseVideo && (
        <button type="button" className={styles.input} onClick={() => void choose()}>
          Library…
        </button>
      )}
      {note !== '' && (
        <p id={`${id}-note`} role="status" className={classNames(styles.note, error !== null && styles.wrong)}>
          {note}
        </p>
      )}
    </>
  )
}

function ImageControl({ field, id, onChange }: ControlProps<ImageField<unknown>, ImageFieldValue>) {
  const { services } = useEditorInstance()
  const file = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (chosen: File | undefined) => {
    if (!chosen) return
    setProgress(0)
    try {
      onChange(await services.upload(chosen, setProgress), false)
    } catch (error) {
      notifyUploadFailure(services, error)
    } finally {
      setProgress(null)
    }
  }
  const choose = async () => {
    const [image] = (await services.chooseImages({ action: 'Replace' }))?.images ?? []
    if (image) onChange({ ...image, drawing: await libraryDrawing(services, image) }, false)
  }
  return (
    <div className={styles.image}>
      <button type="button" className={styles.input} disabled={progress !== null} onClick={() => file.current?.click()}>
        {progress === null ? 'Replace…' : `Uploading, ${Math.round(progress * 100)} %`}
      </button>
      <button type="button" className={styles.input} disabled={progress !== null} onClick={() => void choose()}>
        Library…
      </button>
      <input
        ref={file}
        id={id}
        type="file"
        hidden
        aria-label={field.label}
        accept={imageTypes}
        onChange={(event) => {
          void send(event.target.files?.[0])
          // Allows choosing the same file again after a failed upload.
          event.target.value = ''
        }}
      />
    </div>
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
    case 'checked':
      return <CheckedControl {...{ field, block, id, onChange }} />
    case 'link':
      return <LinkInput {...{ id }} value={field.read(block)} onChange={(value) => onChange(value, false)} />
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

/** Whether a field needs the full width: a line of text, or a choice of pictures. */
function isTall(field: Field<unknown>): boolean {
  return (
    field.kind === 'text' ||
    field.kind === 'checked' ||
    field.kind === 'link' ||
    (field.kind === 'choice' && field.options.length > 6 && field.options.every((o) => o.icon))
  )
}

/** The control of one field in a block's panel. `block` is the block whose value is shown. */
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
