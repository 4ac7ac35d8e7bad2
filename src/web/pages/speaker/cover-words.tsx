import { EyeOff, Play } from 'lucide-react'
import { messages } from '../../../rules/messages.ts'
import styles from './slides.module.css'

/** What hides the slides from the audience; null when nothing does. */
export type Cover = 'black' | 'white' | 'address'

export interface CoverWordsProps {
  cover: Cover
  /** Shows the slides again. */
  onUncover: () => void
}

/** Says what the audience sees instead of the slide, with the button that ends it. */
export function CoverWords({ cover, onUncover }: CoverWordsProps) {
  const isAddress = cover === 'address'
  return (
    <>
      <p data-paused={!isAddress || undefined}>{isAddress ? messages.live.addressShown : messages.live.paused}</p>
      <button type="button" className={styles.resume} onClick={onUncover}>
        {isAddress ? <EyeOff aria-hidden /> : <Play aria-hidden />} {isAddress ? messages.live.addressHide : 'Resume'}
      </button>
    </>
  )
}

/** Says it where no slide is seen that could say it: above the notes. */
export function CoverLine(props: CoverWordsProps) {
  return (
    <div className={styles.pausedLine} role="status">
      <CoverWords {...props} />
    </div>
  )
}
