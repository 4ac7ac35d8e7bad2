import { slideHash } from '../../../document/slide-hash.ts'
import { slideTitle } from '../../features/live/deck-outline.ts'
import type { Analytics } from './load-analytics.ts'
import styles from './slide-views.module.css'

/** Props of SlideViews. */
export interface SlideViewsProps {
  slides: Analytics['slides']
  /** Views of slides deleted since. */
  gone: number
  /** The path of the deck's page. */
  deckPath: string
}

/** Views per slide in the deck's order, which shows where readers leave. */
export function SlideViews({ slides, gone, deckPath }: SlideViewsProps) {
  const maxViews = Math.max(1, ...slides.map((slide) => slide.views))
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
                {views > 0 && (
                  <rect className={styles.views} width={`${(views / maxViews) * 100}%`} height="12" rx="4" />
                )}
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
