import { fragmentStyle, fragmentStyles } from '../../../rules/fragment-styles.ts'

/** The options of a select of fragment styles; `value`, the present style, is among them even when it is not offered. */
export function FragmentStyleOptions({ value }: { value: string }) {
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
