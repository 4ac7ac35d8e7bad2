import { useEffect, useState } from 'react'
import { numberAt } from '../../document/slide-number.ts'
import type { Deck } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { useEditor } from '../state/use-editor.ts'
import { linkAddress } from '../text/links.ts'
import styles from './panel.module.css'

/** Every slide of a deck with its number and the address that leads to it from within the deck. */
function slideLinks(stacks: Deck['stacks']): readonly { readonly address: string; readonly number: string }[] {
  return stacks.flatMap((stack, h) =>
    stack.slides.map((_, v) => ({ address: v > 0 ? `#/${h}/${v}` : `#/${h}`, number: numberAt(stack, { h, v }) })),
  )
}

/**
 * Where something leads: a web address (also mail and phone) that is typed, or a slide that is chosen. It is taken
 * when Enter is pressed or the field is left; an empty one takes the link away.
 */
export function LinkInput(props: {
  readonly id: string
  /** The address; '' leads nowhere. */
  readonly value: string
  readonly autoFocus?: boolean
  onChange(value: string): void
}) {
  const { id, value, onChange } = props
  const stacks = useEditor(({ deck }) => deck.stacks)
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
  const links = slideLinks(stacks)
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
        // biome-ignore lint/a11y/noAutofocus: the field was asked for by a key or a press a moment ago
        autoFocus={props.autoFocus}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => take(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(text)
        }}
      />
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
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className={styles.error}>
          {messages.form.url}
        </p>
      )}
    </div>
  )
}
