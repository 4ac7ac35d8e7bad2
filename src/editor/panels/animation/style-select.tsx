import { fragmentStyle, fragmentStyles } from '../../../rules/fragment-styles.ts'

/**
 * The options of a select of fragment styles. `value`, the current style, is listed even if it is no longer offered.
 */
export function StyleOptions({ value }: { value: string }) {
  return (
    <>
      {fragmentStyles.map((style) => (
        <option key={style.id} value={style.id} title={style.tooltip}>
          {style.title}
        </option>
      ))}
      {!fragmentStyle(value) && <option value={value}>{value}</option>}
    </>
  )
}
