import { classNames } from './class-names.ts'
import { PageLink } from './page-link.tsx'
import edges from './scroll-edges.module.css'
import { fadeScrolledEdges } from './scroll-edges.ts'
import styles from './tab-links.module.css'

/** A subpage with a URL of its own. */
export interface TabLink {
  readonly to: string
  readonly label: string
  readonly count?: number
  readonly current: boolean
}

/** Tabs as links: they work without scripts and can be bookmarked. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav ref={fadeScrolledEdges} aria-label={label} className={classNames(styles.tabs, edges.fading)}>
      {tabs.map((tab) => (
        <PageLink
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={tab.current ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
