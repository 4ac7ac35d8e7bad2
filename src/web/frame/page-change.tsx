import { useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import { scrollToElement } from '../../ui/scroll-to.ts'
import { useSite } from '../data/session-context.tsx'
import { metaOf } from '../matched-page.ts'
import { fullTitle } from './full-title.ts'
import styles from './page-change.module.css'

/**
 * Handles navigation: sets the document title, focuses the new content for screen readers, scrolls to a hash, and shows a
 * progress line while the next page loads.
 */
export function PageChange() {
  const matches = useMatches()
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const { name } = useSite()
  const { title } = metaOf(matches.map(({ id, handle, loaderData }) => ({ id, handle, data: loaderData })))
  useEffect(() => {
    document.title = fullTitle(title, name)
  }, [title, name])
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (hash === '') document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (target) void scrollToElement(target)
  }, [hash])
  return state === 'loading' ? <div className={styles.line} role="progressbar" aria-label="Loading the page" /> : null
}
