import { ExternalLink } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { escapeAttribute } from '../../document/html.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AddressForm } from '../address-form.tsx'
import type { PopoverProps } from '../block-editor.ts'
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
  return (
    <AddressForm
      label="Iframe URL, or embed code"
      hint="Some sites do not allow other sites to show them"
      action="Show page"
      {...{ error, text }}
      onType={type}
      onPaste={paste}
      onSubmit={() => void submit()}
    >
      {src !== '' && (
        <ButtonLink size="s" to={src} target="_blank" rel="noreferrer" icon={<ExternalLink size={14} />}>
          Open
        </ButtonLink>
      )}
    </AddressForm>
  )
}
