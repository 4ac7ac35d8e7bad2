import { useId } from 'react'
import styles from './admin.module.css'

/** A day, chosen in the browser's calendar. Its value is 2026-11-22, or '' for none. */
export function DayField({ name, label, defaultValue = '' }: { name: string; label: string; defaultValue?: string }) {
  const id = useId()
  return (
    <div className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" name={name} defaultValue={defaultValue} />
    </div>
  )
}
