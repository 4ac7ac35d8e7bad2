import changelog from '../../../../CHANGELOG.md?raw'
import { formatDate } from '../../../rules/dates.ts'
import { Article, type ArticleSection } from '../../../ui/article.tsx'
import styles from './changelog-page.module.css'
import { type ChangelogRelease, parseChangelog } from './parse-changelog.ts'

/** Renders `code` and **strong** text. */
function InlineMarkdown({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    const key = `${index}${part}`
    if (part.startsWith('`') && part.length > 1) return <code key={key}>{part.slice(1, -1)}</code>
    if (part.startsWith('**') && part.length > 3) return <strong key={key}>{part.slice(2, -2)}</strong>
    return part
  })
}

function Release({ release }: { release: ChangelogRelease }) {
  return (
    <>
      {release.date && (
        <p className={styles.date}>
          <time dateTime={release.date}>{formatDate(release.date)}</time>
        </p>
      )}
      {release.text && (
        <p>
          <InlineMarkdown text={release.text} />
        </p>
      )}
      {release.groups.map((group) => (
        <div key={group.title}>
          {group.title && <h3>{group.title}</h3>}
          <ul>
            {group.items.map((item) => (
              <li key={item}>
                <InlineMarkdown text={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

const sections: readonly ArticleSection[] = parseChangelog(changelog)
  .filter((release) => release.groups.length > 0 || release.text !== '')
  .map((release) => ({
    id: `v${release.version.toLowerCase()}`,
    title: release.version === 'Unreleased' ? 'Coming next' : release.version,
    content: <Release release={release} />,
  }))

/** The project's changelog. */
export function ChangelogPage() {
  return <Article title="Changelog" lead="What is new, release by release." sections={sections} />
}
