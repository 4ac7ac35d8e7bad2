import { EyeOff, Play } from 'lucide-react'
import type { ScreenColor } from '../../../player/messages.ts'
import { messages } from '../../../rules/messages.ts'
import styles from './slides.module.css'

/** What covers the slide for the audience. */
export type Cover = ScreenColor | 'address'

export interface CoverMessageProps {
  cover: Cover
  /** Removes the cover. */
  onUncover: () => void
}

/** Says what the audience sees instead of the slide, with a button that shows the slide again. */
export function CoverMessage({ cover, onUncover }: CoverMessageProps) {
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

/** The same message above the notes, in the layout without slides. */
export function CoverLine(props: CoverMessageProps) {
  return (
    <div className={styles.pausedLine} role="status">
      <CoverMessage {...props} />
    </div>
  )
}
