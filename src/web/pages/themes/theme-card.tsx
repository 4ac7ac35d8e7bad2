import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { standardSlide as picture } from '../../../rules/slide-size.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuGroup } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { ThemeSummary } from './load-themes.ts'
import styles from './theme-card.module.css'

/** Props of ThemeCard. */
export interface ThemeCardProps {
  readonly theme: ThemeSummary
  /** Whose default it is. */
  readonly marks: readonly string[]
  readonly menu: readonly MenuGroup[]
}

/** The picture of the theme; its name if it cannot be loaded. */
function Picture({ theme }: { theme: ThemeSummary }) {
  const [missing, setMissing] = useState(false)
  if (missing) {
    return (
      <span className={styles.placeholder} aria-hidden="true">
        {theme.name}
      </span>
    )
  }
  return (
    <img
      // If the picture failed before hydration, no event is fired.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setMissing(true)
      }}
      src={theme.thumbnail_url}
      alt=""
      width={picture.width}
      height={picture.height}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  )
}

/** A theme in the list. Its title opens the editor, or the preview for users who may not change it. */
export function ThemeCard({ theme, marks, menu }: ThemeCardProps) {
  const to = theme.may_change ? `/themes/${theme.id}` : `/themes/${theme.id}/preview`
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Picture theme={theme} />
      </div>
      <div className={styles.line}>
        <h2 className={styles.title}>
          <Link to={to}>{theme.name}</Link>
        </h2>
        <Menu
          align="end"
          trigger={<IconButton label={`More for ${theme.name}`} icon={<Ellipsis />} className={styles.more} />}
          groups={menu}
        />
      </div>
      <p className={styles.facts}>
        {marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            {mark}
          </span>
        ))}
        <span>
          Changed <Moment time={theme.updated_at} />
        </span>
      </p>
    </article>
  )
}
