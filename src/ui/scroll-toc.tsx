import { useEffect, useRef, useState } from 'react'
import { timings } from '../rules/timings.ts'
import { classNames } from './class-names.ts'
import { ScrollLink } from './scroll-link.tsx'
import styles from './scroll-toc.module.css'
import { throttle } from './throttle.ts'

/** A heading of the page. */
export interface TocEntry {
  readonly id: string
  readonly title: string
}

/** A heading above this distance from the window's top, in px, counts as reached. */
const readingLine = 140

/**
 * The last heading above the reading line; the last of all at the end of the page. `tops`: px from the window's top.
 */
export function currentHeading(tops: readonly number[], atEnd: boolean): number {
  if (atEnd) return tops.length - 1
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= readingLine),
  )
}

/** Table of contents next to a long page, with a marker at the visible section. Nothing for three headings or fewer. */
export function ScrollToc({ entries, label = 'On this page' }: { entries: readonly TocEntry[]; label?: string }) {
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const [marker, setMarker] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const update = throttle(() => {
      const tops = entries.map((entry) => document.getElementById(entry.id)?.getBoundingClientRect().top ?? Infinity)
      const root = document.documentElement
      setCurrent(
        currentHeading(tops, window.scrollY > 0 && window.innerHeight + window.scrollY >= root.scrollHeight - 2),
      )
    }, timings.tocThrottle)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      update.cancel()
      window.removeEventListener('scroll', update)
    }
  }, [entries])
  useEffect(() => {
    const item = list.current?.children[current]
    if (item instanceof HTMLElement) setMarker({ top: item.offsetTop, height: item.offsetHeight })
  }, [current])
  if (entries.length <= 3) return null
  return (
    <nav className={styles.toc} aria-label={label}>
      <p className={styles.title}>{label}</p>
      <div className={styles.rail}>
        <svg className={styles.line} width="2" height="100%" aria-hidden="true">
          <rect className={styles.marker} width="2" y={marker.top} height={marker.height} />
        </svg>
        <ol ref={list} className={styles.list}>
          {entries.map((entry, index) => (
            <li key={entry.id} className={classNames(styles.entry, index === current && styles.current)}>
              <ScrollLink href={`#${entry.id}`} aria-current={index === current ? 'location' : undefined}>
                {entry.title}
              </ScrollLink>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}
