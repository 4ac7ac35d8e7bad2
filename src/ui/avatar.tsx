import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

/** Props of Avatar. */
export interface AvatarProps {
  name: string
  /** Address of the picture; the first letter of the name without one. */
  picture: string | null
  /** 24, 36 or 96 px. */
  size?: 's' | 'm' | 'l'
}

/** The sum of a text's character codes: the same name always gets the same ground. */
function tint(name: string): number {
  let sum = 0
  for (const character of name) sum += character.codePointAt(0) ?? 0
  return sum % 5
}

/** A person's picture. It stands beside the name, so it is not read aloud. */
export function Avatar({ name, picture, size = 'm' }: AvatarProps) {
  const className = classNames(styles.avatar, styles[size])
  if (picture) return <img className={className} src={picture} alt="" loading="lazy" decoding="async" />
  const initial = ([...name.trim()][0] ?? '?').toUpperCase()
  return (
    <span className={classNames(className, styles[`tint${tint(name)}`])} aria-hidden="true">
      {initial}
    </span>
  )
}
