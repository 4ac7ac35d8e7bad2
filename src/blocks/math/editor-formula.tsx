import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { PopoverProps } from '../block-editor.ts'
import styles from '../popover.module.css'
import type { MathProps } from './block.ts'
import { loadTypeset } from './editor-decorator.ts'

/** Error message for the typed formula; null if it is valid. */
function useFormulaError(latex: string): string | null {
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    const check = async () => {
      const { formulaError } = await loadTypeset()
      const found = formulaError(latex)
      const place = found?.position == null ? '' : ` (at character ${found.position + 1})`
      if (current) setError(found && `${found.message}${place}`)
    }
    check().catch(() => undefined)
    return () => {
      current = false
    }
  }, [latex])
  return error
}

/** Edits a formula, with a live preview on the slide. */
export function FormulaPopover({ block, change, close }: PopoverProps<MathProps>) {
  const { latex } = block.props
  const field = useRef<HTMLTextAreaElement>(null)
  const error = useFormulaError(latex)
  const id = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  return (
    <div className={styles.form}>
      <label htmlFor={id}>LaTeX</label>
      <textarea
        ref={field}
        id={id}
        className={classNames(styles.input, styles.source)}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        maxLength={limits.slide.formula}
        value={latex}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          const typed = event.target.value
          change((one) => ({ ...one, props: { ...one.props, latex: typed } }), { label: 'Formula', merges: true })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          close()
        }}
      />
      <div className={styles.foot}>
        <p id={`${id}-note`} role="status" className={error ? styles.error : styles.hint}>
          {error ?? 'Enter ends, Shift+Enter begins a new line'}
        </p>
        <span className={styles.buttons}>
          <Button size="s" variant="primary" onClick={close}>
            Done
          </Button>
        </span>
      </div>
    </div>
  )
}
