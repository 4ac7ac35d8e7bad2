import { type ReactNode, useId } from 'react'
import styles from '../panel.module.css'
import { useSlideAttribute } from '../slide-attributes.ts'

/** A value of an attribute and its label. '' is the default, without the attribute. */
export type SlideChoice = readonly [value: string, label: string]

/** A select for an attribute of the slide. A current value that is not in the list stays and is shown. */
export function OptionSelect(props: {
  readonly attribute: string
  readonly label: ReactNode
  readonly choices: readonly SlideChoice[]
  readonly disabled?: boolean
}) {
  const { attribute, label, choices, disabled } = props
  const [value, setValue] = useSlideAttribute(attribute)
  const id = useId()
  const isListed = choices.some(([choice]) => choice === value)
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        value={value}
        disabled={disabled}
        onChange={(event) => setValue(event.target.value)}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
        {!isListed && <option value={value}>{value}</option>}
      </select>
    </div>
  )
}
