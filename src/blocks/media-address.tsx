import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../rules/limits.ts'
import { Button } from '../ui/button.tsx'
import type { PopoverProps } from './block-editor.ts'
import type { MediaProps } from './media-props.ts'
import styles from './popover.module.css'

export interface MediaAddressProps<P extends MediaProps> extends PopoverProps<P> {
  readonly label: string
  readonly hint: string
  /** Opens the media library; missing: it has no such files. */
  readonly choose?: (() => void) | undefined
  read(text: string): { readonly value: string } | { readonly error: string }
  /** Takes an address over; missing: as it is. */
  take?(props: P, address: string): P
}

/** Asks for the address of a video or a sound. */
export function MediaAddress<P extends MediaProps>(props: MediaAddressProps<P>) {
  const { block, label, hint, read, take, choose, change, close } = props
  const { src } = block.props
  const [text, setText] = useState(src)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const submit = () => {
    const answer = read(text)
    if ('error' in answer) return setError(answer.error)
    const taken = (props: P): P => (take ? take(props, answer.value) : { ...props, src: answer.value })
    if (answer.value !== src) change((one) => ({ ...one, props: taken(one.props) }), { label })
    close()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className={styles.input}
        value={text}
        maxLength={limits.slide.url}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
      />
      <div className={styles.foot}>
        <p id={`${id}-note`} role="status" className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </p>
        <span className={styles.buttons}>
          {choose && (
            <Button size="s" onClick={choose}>
              Library…
            </Button>
          )}
          <Button size="s" variant="primary" type="submit">
            Done
          </Button>
        </span>
      </div>
    </form>
  )
}
