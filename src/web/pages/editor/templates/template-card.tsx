import type { KeyboardEvent, Ref } from 'react'
import type { Slide } from '../../../../document/deck-model.ts'
import { SlideThumbnail } from '../../../../editor/slide-list/slide-thumbnail.tsx'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { classNames } from '../../../../ui/class-names.ts'
import styles from './templates-panel.module.css'

/** Props of TemplateCard. */
export interface TemplateCardProps {
  readonly label: string
  readonly slide: Slide
  /** Whether the slide on the canvas is made from it. */
  readonly current?: boolean
  readonly button?: Ref<HTMLButtonElement>
  /** A remark under the label; the card is faded then. */
  readonly remark?: string | null
  onUse(): void
}

/** A template's thumbnail in the deck's theme as a button. */
export function TemplateCard({ label, slide, current, button, remark, onUse }: TemplateCardProps) {
  const settings = useEditor(({ deck }) => deck.settings)
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.card, remark && styles.faded)}
      data-template
      aria-current={current || undefined}
      onClick={onUse}
    >
      <span className={styles.picture}>
        <SlideThumbnail slide={slide} settings={settings} />
      </span>
      <span className={styles.label}>{label}</span>
      {remark && <span className={styles.remark}>{remark}</span>}
    </button>
  )
}

/** Moves the focus between templates with arrow keys, in the columns of their grid. */
export function moveTemplateFocus(event: KeyboardEvent<HTMLElement>): void {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-template]')]
  const at = cards.indexOf(event.target as HTMLElement)
  const top = cards[0]?.getBoundingClientRect().top
  const columns = Math.max(1, cards.filter((card) => card.getBoundingClientRect().top === top).length)
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
  if (by === undefined || at < 0) return
  event.preventDefault()
  cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus()
}
