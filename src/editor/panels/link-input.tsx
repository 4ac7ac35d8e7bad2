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
  const [text, setText] = useState(value)
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    setText(value)
    setWrong(false)
  }, [value])
  const take = (typed: string) => {
    const address = typed.trim() === '' ? '' : linkAddress(typed)
    setWrong(address === null)
    if (address !== null && address !== value) onChange(address)
  }
  return (
    <div className={styles.link}>
      <input
        id={id}
        className={styles.control}
        value={text}
        maxLength={limits.slide.url}
        placeholder="https://…"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the user asked for the field by a key or a press
        autoFocus={props.autoFocus}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => take(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(text)
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
