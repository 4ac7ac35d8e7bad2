import { useEffect, useState } from 'react'
import type { Deck } from '../../document/deck-model.ts'
import { numberAt } from '../../document/slide-number.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { useEditor } from '../state/use-editor.ts'
import { linkAddress } from '../text/links.ts'
import styles from './panel.module.css'

/** Every slide of a deck, with its number and its link within the deck. */
function slideLinks(stacks: Deck['stacks']): readonly { readonly address: string; readonly number: string }[] {
  return stacks.flatMap((stack, h) =>
    stack.slides.map((_, v) => ({ address: v > 0 ? `#/${h}/${v}` : `#/${h}`, number: numberAt(stack, { h, v }) })),
  )
}

/** Links to a slide of the deck: '' for none. */
function SlideSelect({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const stacks = useEditor(({ deck }) => deck.stacks)
  const links = slideLinks(stacks)
  return (
    <select
      className={styles.control}
      aria-label="Link to a slide"
      value={links.some((one) => one.address === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Or a slide…</option>
      {links.map(({ address, number }) => (
        <option key={address} value={address}>
          Slide {number}
        </option>
      ))}
    </select>
  )
}

/**
 * A link: a typed URL (also mail or phone), or a slide chosen from the list. Applied on Enter or blur; an empty one
 * removes the link.
 */
export function LinkInput(props: {
  readonly id: string
  /** The address; '' for none. */
  readonly value: string
  readonly autoFocus?: boolean
  onChange(value: string): void
}) {
  const { id, value, onChange } = props
  /** What is typed and not applied yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address discards what was typed and refused before
  useEffect(() => {
    // A save returns the address in its normal form, which must not replace what is being typed.
    if (document.activeElement?.id === id) return
    setTyped(null)
    setWrong(false)
  }, [value])
  const take = () => {
    if (typed === null) return
    const address = typed.trim() === '' ? '' : linkAddress(typed)
    setWrong(address === null)
    if (address === null) return
    setTyped(null)
    if (address !== value) onChange(address)
  }
  return (
    <div className={styles.link}>
      <input
        id={id}
        className={styles.control}
        value={typed ?? value}
        maxLength={limits.slide.url}
        placeholder="https://…"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the user asked for the field by a key or a press
        autoFocus={props.autoFocus}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
      <SlideSelect value={value} onChange={onChange} />
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className={styles.error}>
          {messages.form.url}
        </p>
      )}
    </div>
  )
}
