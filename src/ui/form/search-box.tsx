import { Search } from 'lucide-react'
import type { InputHTMLAttributes, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import styles from './search-box.module.css'

/** Props of SearchBox: those of its input, and its label. */
export interface SearchBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  /** Accessible label and placeholder. */
  readonly label: string
  readonly value: string
  /** Ref of the input. */
  readonly field: RefObject<HTMLInputElement | null>
  onChange(value: string): void
  /** Class of the wrapper. */
  readonly className?: string
}

/** A search input with a magnifier, for filtering a list while typing. */
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
