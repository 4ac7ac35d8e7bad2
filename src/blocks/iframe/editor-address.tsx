import { ExternalLink } from 'lucide-react'
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react'
import { escapeAttribute } from '../../document/html.ts'
import { limits } from '../../rules/limits.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { PopoverProps } from '../block-editor.ts'
import styles from '../popover.module.css'
import type { IframeProps } from './block.ts'
import { embeddable, readFrameAddress } from './frame-address.ts'

/** The typed URL or embed code with its error. `submit` embeds the page and closes the popover. */
function useTypedAddress({ block, change, clean, close }: PopoverProps<IframeProps>) {
  const { src } = block.props
  const [text, setText] = useState(src)
  const [error, setError] = useState<string | null>(null)
  const type = (typed: string) => {
    setText(typed)
    setError(null)
  }
  const paste = (event: ClipboardEvent) => {
    // Embed code may exceed the field's limit: extract the URL before the field truncates it.
    const pasted = event.clipboardData.getData('text/plain')
    const answer = pasted.includes('<') ? readFrameAddress(pasted) : null
    if (!answer || 'error' in answer) return
    event.preventDefault()
    type(answer.value)
  }
  const mayEmbed = async (address: string): Promise<boolean> =>
    (await clean(`<iframe src="${escapeAttribute(address)}"></iframe>`)).html.includes('src=')
  const submit = async () => {
    const answer = readFrameAddress(text)
    if ('error' in answer) return setError(answer.error)
    const address = answer.value === '' ? '' : embeddable(answer.value)
    // The sanitizer decides: it knows which sites are our own.
    const isAllowed = address === '' || (await mayEmbed(address).catch(() => null))
    if (isAllowed === null) return setError('The address could not be checked. Please try again.')
    if (!isAllowed) return setError('Pages of this site cannot be embedded')
    if (address !== src) change((one) => ({ ...one, props: { ...one.props, src: address } }), { label: 'Iframe URL' })
    close()
  }
  return { text, error, type, paste, submit }
}

/** Asks for the page to embed: a URL, or the site's embed code. */
export function AddressPopover(props: PopoverProps<IframeProps>) {
  const { src } = props.block.props
  const { text, error, type, paste, submit } = useTypedAddress(props)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
        aria-describedby={`${id}-note`}
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
      />
      <div className={styles.foot}>
        <p id={`${id}-note`} role="status" className={error ? styles.error : styles.hint}>
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
