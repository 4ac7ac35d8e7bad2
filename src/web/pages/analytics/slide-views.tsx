import { slideHash } from '../../../document/slide-hash.ts'
import { slideTitle } from '../../features/live/deck-outline.ts'
import type { Analytics } from './load-analytics.ts'
import styles from './slide-views.module.css'

/** Props of SlideViews. */
export interface SlideViewsProps {
  slides: Analytics['slides']
  /** Views of slides that are not in the deck any more. */
  gone: number
  /** The address of the deck's own page. */
  deckPath: string
}

/** How often each slide was seen, in the order of the deck: where people leave can be seen at a glance. */
export function SlideViews({ slides, gone, deckPath }: SlideViewsProps) {
  const most = Math.max(1, ...slides.map((slide) => slide.views))
  return (
    <>
      <ol className={styles.slides}>
        {slides.map(({ id, h, v, title, views }) => (
          <li key={id}>
            <a className={styles.slide} href={deckPath + slideHash({ h, v })}>
              <span className={styles.number}>{v > 0 ? `${h + 1}.${v + 1}` : h + 1}</span>
              <span className={styles.words}>{slideTitle({ title })}</span>
              <svg className={styles.bar} width="100%" height="12" aria-hidden="true">
                <rect className={styles.ground} width="100%" height="12" rx="4" />
                {views > 0 && <rect className={styles.views} width={`${(views / most) * 100}%`} height="12" rx="4" />}
              </svg>
              <span className={styles.count}>
                {views}
                <span className="spoken-only">{views === 1 ? ' view' : ' views'}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
      {gone > 0 && (
        <p className={styles.gone}>
          {gone === 1 ? 'One more view was' : `${gone} more views were`} of slides that are no longer in the deck.
        </p>
      )}
    </>
  )
}
