import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { defaultSlideSize, slideSizeOf } from '../../../rules/slide-size.ts'
import type { loadPreview } from './load-themes.ts'
import { SlideChoice, ThemeFrame } from './preview-pane.tsx'
import styles from './theme-preview-page.module.css'

/** The sample deck in a theme, for all who may see the theme. */
export function ThemePreviewPage() {
  const { theme } = useLoaderData<typeof loadPreview>()
  const back = theme.may_change ? `/themes/${theme.id}` : '/themes'
  const size = slideSizeOf(theme.slide_size ?? defaultSlideSize)
  return (
    <div className={styles.page}>
      <ThemeFrame themeId={theme.id} version={theme.version} draft={null} size={size} className={styles.stage}>
        {(choice) => (
          <div className={styles.bar}>
            {theme.may_change && (
              <Link to={back} className={styles.back}>
                <ArrowLeft aria-hidden /> Edit
              </Link>
            )}
            <h1 className={styles.name}>{theme.name}</h1>
            <SlideChoice {...choice} />
          </div>
        )}
      </ThemeFrame>
    </div>
  )
}
