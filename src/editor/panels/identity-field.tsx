import { Copy } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../web/ui/icon-button.tsx'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

/**
 * The id of a slide or a block, to be read and copied: links, comments and styles of one's own hang on it. It can't be
 * another: a name that somebody chooses could be mistaken for a part of the page.
 */
export function IdentityField(props: {
  /** 'Slide ID'. */
  readonly label: string
  readonly value: string
  /** What else there is to know. */
  readonly hint?: string
}) {
  const { label, value, hint } = props
  const id = useId()
  const { services } = useEditorInstance()
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => services.notify('Copied', 'success'),
      () => services.notify('The browser did not allow copying', 'error'),
    )
  const field = (
    <span className={styles.identity}>
      <input
        id={id}
        className={styles.control}
        readOnly
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <IconButton
        label={`Copy the ${label.replace(/^./, (letter) => letter.toLowerCase())}`}
        icon={<Copy size={16} aria-hidden />}
        onClick={copy}
      />
    </span>
  )
  if (hint === undefined)
    return (
      <div className={styles.row}>
        <label htmlFor={id}>{label}</label>
        {field}
      </div>
    )
  return (
    <div className={styles.stacked}>
      <label htmlFor={id}>{label}</label>
      {field}
      <span id={`${id}-hint`} className={styles.note}>
        {hint}
      </span>
    </div>
  )
}
