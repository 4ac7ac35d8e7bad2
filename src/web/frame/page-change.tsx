import { useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import { scrollToElement } from '../../ui/scroll-to.ts'
import { metaOf } from '../matched-page.ts'
import { fullTitle } from './full-title.ts'
import styles from './page-change.module.css'

/**
 * What a change of page means besides its content: the title of the tab, the focus on the new content (a reader
 * begins there), the scroll to a hash, and a line at the window's top while the next page is on its way.
 */
export function PageChange() {
  const matches = useMatches()
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const { title } = metaOf(matches.map(({ id, handle, loaderData }) => ({ id, handle, data: loaderData })))
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the event itself
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
