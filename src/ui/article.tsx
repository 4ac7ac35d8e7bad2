import type { ReactNode } from 'react'
import styles from './article.module.css'
import { ScrollToc, type TocEntry } from './scroll-toc.tsx'

/** One part of an article, with an address of its own (`#id`). */
export interface ArticleSection extends TocEntry {
  readonly content: ReactNode
}

/** Props of Article. */
export interface ArticleProps {
  title: ReactNode
  /** The sentence under the title that says what the page is. */
  lead?: ReactNode
  sections: readonly ArticleSection[]
}

/** A page of text: its title, its parts, and beside it the contents when there are more than three parts. */
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
            {section.content}
          </section>
        ))}
      </article>
      <aside className={styles.aside}>
        <ScrollToc entries={sections} />
      </aside>
    </div>
  )
}
