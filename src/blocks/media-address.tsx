import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AddressForm } from './address-form.tsx'
import type { PopoverProps } from './block-editor.ts'
import type { MediaProps } from './media-props.ts'

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
  const submit = () => {
    const answer = read(text)
    if ('error' in answer) return setError(answer.error)
    const taken = (props: P): P => (take ? take(props, answer.value) : { ...props, src: answer.value })
    if (answer.value !== src) change((one) => ({ ...one, props: taken(one.props) }), { label })
    close()
  }
  const type = (typed: string) => {
    setText(typed)
    setError(null)
  }
  return (
    <AddressForm {...{ label, hint, error, text }} action="Done" onType={type} onSubmit={submit}>
      {choose && (
        <Button size="s" onClick={choose}>
          Library…
        </Button>
      )}
    </AddressForm>
  )
}
