import type { ReactNode } from 'react'
import { AreaBoundary } from './area-boundary.tsx'
import styles from './article.module.css'
import { ScrollToc, type TocEntry } from './scroll-toc.tsx'

/** A section of an article, with an anchor of its own (`#id`). */
export interface ArticleSection extends TocEntry {
  readonly content: ReactNode
}

export interface ArticleProps {
  title: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  sections: readonly ArticleSection[]
}

/** A page of text: title, sections, and a table of contents if there are more than three sections. */
export function Article({ title, lead, sections }: ArticleProps) {
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <header className={styles.header}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className={styles.section}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            <AreaBoundary>{section.content}</AreaBoundary>
          </section>
        ))}
      </article>
      <aside className={styles.aside}>
        <ScrollToc entries={sections} />
      </aside>
    </div>
  )
}
