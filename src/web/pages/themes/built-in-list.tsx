import { Copy, Ellipsis, Eye } from 'lucide-react'
import { Link } from 'react-router'
import { standardSlide as picture } from '../../../rules/slide-size.ts'
import { builtInThemes } from '../../../themes/index.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { themePicture } from '../../data/theme-picture.ts'
import styles from './theme-card.module.css'
import page from './themes-page.module.css'

/** Props of BuiltInList. */
export interface BuiltInListProps {
  /** Whose default a theme is. */
  marksOf(theme: { readonly id: number }): readonly string[]
  /** Copies a theme into those of the user or team, and opens the copy. */
  copy(id: number): void
}

/** The themes that come with the product: to look at, and to begin with. */
export function BuiltInList({ marksOf, copy }: BuiltInListProps) {
  return (
    <section className={page.section} aria-labelledby="built-in-themes">
      <h2 id="built-in-themes">Built-in themes</h2>
      <ul className={page.grid}>
        {builtInThemes.map(({ id, description, content: { name } }) => (
          <li key={id}>
            <article className={styles.card}>
              <div className={styles.frame}>
                <img src={themePicture(id)} alt="" {...picture} loading="lazy" decoding="async" />
              </div>
              <div className={styles.line}>
                <h3 className={styles.title}>
                  <Link to={`/themes/${id}/preview`}>{name}</Link>
                </h3>
                <Menu
                  align="end"
                  trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} className={styles.more} />}
                  groups={[
                    {
                      entries: [
                        { label: 'Preview', icon: <Eye />, to: `/themes/${id}/preview` },
                        { label: 'Begin a theme with it', icon: <Copy />, onSelect: () => copy(id) },
                      ],
                    },
                  ]}
                />
              </div>
              <p className={styles.facts}>
                {marksOf({ id }).map((mark) => (
                  <span key={mark} className={styles.mark}>
                    {mark}
                  </span>
                ))}
                <span>{description}</span>
              </p>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
