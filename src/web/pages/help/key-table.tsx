import styles from './help.module.css'

/** A row of keys: any of them does it. */
export interface KeyRow {
  readonly keys: readonly string[]
  readonly does: string
}

/** Keys and what they do. */
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
