import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  name: string
  /** URL of the picture; null: the first letter of the name. */
  picture: string | null
  /** 24, 36 or 96 px. */
  size?: 's' | 'm' | 'l'
}

/** Sum of the character codes: the same name always gets the same background. */
function tint(name: string): number {
  let sum = 0
  for (const character of name) sum += character.codePointAt(0) ?? 0
  return sum % 5
}

/**
 * A user's picture. Shown next to the name, so it is hidden from screen readers. The initial is drawn by the style sheet:
 * as text it would be part of what a button shows, but not of its name.
 */
export function Avatar({ name, picture, size = 'm' }: AvatarProps) {
  const className = classNames(styles.avatar, styles[size])
  if (picture) return <img className={className} src={picture} alt="" loading="lazy" decoding="async" />
  const initial = ([...name.trim()][0] ?? '?').toUpperCase()
  return (
    <span className={classNames(className, styles[`tint${tint(name)}`])} data-initial={initial} aria-hidden="true" />
  )
}
