import { Search } from 'lucide-react'
import type { InputHTMLAttributes, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import styles from './search-box.module.css'

/** Props of SearchBox: those of its field, and what it is called. */
export interface SearchBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  /** What it is read aloud as, and says while it is empty. */
  readonly label: string
  readonly value: string
  /** The field that is typed into. */
  readonly field: RefObject<HTMLInputElement | null>
  onChange(value: string): void
  /** Of the box around the field. */
  readonly className?: string
}

/** A line with a magnifier to search a list beside it while one types. */
export function SearchBox({ label, field, onChange, className, ...input }: SearchBoxProps) {
  return (
    <label className={classNames(styles.search, className)}>
      <Search size={16} aria-hidden />
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
