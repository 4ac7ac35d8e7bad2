import styles from './help.module.css'

/** Alternative keys of one action. */
export interface KeyRow {
  readonly keys: readonly string[]
  readonly does: string
}

/** A table of keys and their actions. */
export function KeyTable({ rows }: { rows: readonly KeyRow[] }) {
  return (
    <table className={styles.keys}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.does}>
            <th scope="row">
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{row.does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
