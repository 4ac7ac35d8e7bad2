import { useEffect, useRef } from 'react'
import { type SlideSize, slideSizeText } from '../../rules/slide-size.ts'
import { Button } from '../../ui/button.tsx'
import type { ResizeContent } from '../commands/resize-slides.ts'
import panel from './panel.module.css'
import styles from './theme-choice.module.css'

/** Props of ThemeSizeQuestion. */
export interface ThemeSizeQuestionProps {
  /** The theme's name. */
  readonly name: string
  readonly from: SlideSize
  readonly to: SlideSize
  /** Null: the theme is not taken. */
  onAnswer(content: ResizeContent | null): void
}

const inWords = (size: SlideSize) => slideSizeText(size).replace('x', ' × ')

/** Asks what happens to the slides of a deck that takes a theme of another size. */
export function ThemeSizeQuestion({ name, from, to, onAnswer }: ThemeSizeQuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  // Focus alone would leave the other answers below the edge of the panel.
  useEffect(() => {
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={question} className={styles.question} role="alertdialog" aria-label={`Size of ${name}`}>
      <p className={panel.note}>
        {`Slides of ${name} are ${inWords(to)}, those of this deck ${inWords(from)}. Should their content follow?`}
      </p>
      <div className={styles.answers}>
        <Button size="s" variant="primary" autoFocus onClick={() => onAnswer('scale')}>
          Scale content
        </Button>
        <Button size="s" title="What stands on the slides keeps its size and place" onClick={() => onAnswer('keep')}>
          Keep
        </Button>
        <Button size="s" variant="quiet" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
