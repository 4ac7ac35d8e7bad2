import { ExternalLink } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { escapeAttribute } from '../../document/html.ts'
import { limits } from '../../rules/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { PopoverProps } from '../block-editor.ts'
import styles from '../popover.module.css'
import type { IframeProps } from './block.ts'
import { embeddable, readFrameAddress } from './frame-address.ts'

/** Asks for the page to embed: a URL, or the site's embed code. */
export function AddressPopover({ block, change, clean, close }: PopoverProps<IframeProps>) {
  const { src } = block.props
  const [text, setText] = useState(src)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const write = () => {
    const answer = readFrameAddress(text)
    if ('error' in answer) return setError(answer.error)
    const address = answer.value === '' ? '' : embeddable(answer.value)
    // The sanitizer decides: it knows which sites are our own.
    if (address !== '' && !clean(`<iframe src="${escapeAttribute(address)}"></iframe>`).html.includes('src='))
      return setError('Pages of this site cannot be embedded')
    if (address !== src) change((one) => ({ ...one, props: { ...one.props, src: address } }), { label: 'Iframe URL' })
    close()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      <label htmlFor={id}>Iframe URL, or embed code</label>
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
        aria-describedby={`${id}-said`}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        onPaste={(event) => {
          // Embed code may exceed the field's limit: extract the URL before the field truncates it.
          const pasted = event.clipboardData.getData('text/plain')
          const answer = pasted.includes('<') ? readFrameAddress(pasted) : null
          if (!answer || 'error' in answer) return
          event.preventDefault()
          setText(answer.value)
          setError(null)
        }}
      />
      <div className={styles.foot}>
        <p id={`${id}-said`} role="status" className={error ? styles.error : styles.hint}>
          {error ?? 'Some sites do not allow to be shown inside others'}
        </p>
        <span className={styles.buttons}>
          {src !== '' && (
            <ButtonLink size="s" to={src} target="_blank" rel="noreferrer" icon={<ExternalLink size={14} />}>
              Open
            </ButtonLink>
          )}
          <Button size="s" variant="primary" type="submit">
            Show page
          </Button>
        </span>
      </div>
    </form>
  )
}
