import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../../ui/class-names.ts'
import styles from './section-head.module.css'

export interface SectionHeadProps {
  /** Of the heading, which labels its section. */
  id: string
  title: string
  to: string
  /** The text of the link to the whole list. */
  children: ReactNode
  small?: boolean
}

/** The head of a section of decks: its title, and a link to all of them. */
export function SectionHead({ id, title, to, children, small }: SectionHeadProps) {
  return (
    <header className={classNames(styles.head, small && styles.small)}>
      <h2 id={id}>{title}</h2>
      <Link to={to}>
        {children} <ArrowRight aria-hidden="true" />
      </Link>
    </header>
  )
}
