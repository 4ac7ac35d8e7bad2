import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'

/** How long the button shows 'Copied', in ms. */
const copiedFor = 2_000

/** Props of CopyField. */
export interface CopyFieldProps {
  label: string
  value: string
  /** Number of lines; default 1. */
  rows?: number
  /** Whether copying is what the place is for; its button is then the main one. */
  isMain?: boolean
  /** More buttons, beside that of several lines. */
  children?: ReactNode
}

async function copy(value: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    // The clipboard API needs https; copying the selection works without.
    field?.select()
    return document.execCommand('copy')
  }
}

/** A read-only field with a copy button that confirms copying. */
export function CopyField({ label, value, rows, isMain, children }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState('')
  useEffect(() => {
    if (copied === '') return
    const timer = setTimeout(() => setCopied(''), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])
  const shared = {
    ref: field,
    id,
    readOnly: true,
    value,
    className: styles.value,
    spellCheck: false,
    onFocus: () => field.current?.select(),
  }
  const isCopied = copied !== '' && copied === value
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row} data-tall={rows ? true : undefined}>
        {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type="text" />}
        <div className={styles.buttons}>
          <Button
            variant={isMain ? 'primary' : 'plain'}
            icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            onClick={async () => {
              if (await copy(value, field.current)) setCopied(value)
            }}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          {children}
        </div>
      </div>
      <span className="spoken-only" role="status">
        {isCopied ? `${label} copied` : ''}
      </span>
    </div>
  )
}
