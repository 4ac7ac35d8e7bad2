import { classNames } from '../../../ui/class-names.ts'
import styles from './team-logo.module.css'

/** Props of TeamLogo. */
export interface TeamLogoProps {
  name: string
  /** URL of the logo; null: the first letter of the name. */
  logo: string | null
  /** 32, 64 or 96 px. */
  size?: 's' | 'm' | 'l'
}

/**
 * A team's logo, square. Shown beside the team's name, so it is hidden from screen readers. The initial is drawn by the
 * style sheet: as text it would be part of what a button or link shows, but not of its name.
 */
export function TeamLogo({ name, logo, size = 'm' }: TeamLogoProps) {
  const className = classNames(styles.logo, styles[size])
  if (logo) return <img className={classNames(className, styles.picture)} src={logo} alt="" decoding="async" />
  const initial = ([...name.trim()][0] ?? '?').toUpperCase()
  return <span className={classNames(className, styles.initial)} data-initial={initial} aria-hidden="true" />
}
