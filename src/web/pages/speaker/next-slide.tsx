import { CornerUpLeft } from 'lucide-react'
import { useState } from 'react'
import type { OutlineSlide, ShownFrame } from '../../../api/deck-pages/page-data.ts'
import { slideNumber, slideTitle } from '../../features/live/deck-outline.ts'
import { type FragmentPlace, NextFrame } from '../../features/live/next-frame.tsx'
import type { StageState } from '../../features/live/stage-state.ts'
import { slideAspect } from './slide-aspect.ts'
import styles from './slides.module.css'

export interface NextSlideProps {
  frame: ShownFrame
  title: string
  state: StageState
  outline: readonly OutlineSlide[]
  /** Goes to the shown slide or fragment. */
  onJump: (place: FragmentPlace) => void
}

/** The next slide or fragment, with a button that goes there. */
export function NextSlide({ frame, title, state, outline, onJump }: NextSlideProps) {
  const [next, setNext] = useState<FragmentPlace | null>(null)
  const slide = outline.find(({ h, v }) => h === next?.h && v === next.v)
  const isSame = next?.h === state.indexh && next.v === state.indexv
  return (
    <section className={styles.upcoming} aria-label="Upcoming" data-upcoming data-end={next === null}>
      <div ref={slideAspect(frame.slide)} className={styles.nextFrame} data-next-frame>
        <NextFrame
          frame={frame}
          title={`What comes next in ${title}`}
          state={state}
          className={styles.frame}
          onNext={setNext}
        />
        {next === null && <p className={styles.end}>End of the deck</p>}
      </div>
      <div className={styles.nextFoot} data-next-foot>
        <p>
          <strong>{isSame ? 'Next step' : 'Next'}</strong>
          {slide && !isSame && (
            <span>
              {slideNumber(slide)} · {slideTitle(slide)}
            </span>
          )}
        </p>
        <button type="button" className={styles.jump} disabled={next === null} onClick={() => next && onJump(next)}>
          <CornerUpLeft aria-hidden /> Jump
        </button>
      </div>
    </section>
  )
}
