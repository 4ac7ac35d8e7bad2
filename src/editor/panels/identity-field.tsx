import { Copy } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'

/** A slide's id, read-only with a copy button: links and comments reference it. */
export function IdentityField(props: {
  /** 'Slide ID'. */
  readonly label: string
  readonly value: string
}) {
  const { label, value } = props
  const id = useId()
  const { services } = useEditorInstance()
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => services.notify('Copied', 'success'),
      () => services.notify('The browser did not allow copying', 'error'),
    )
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.identity}>
        <input id={id} className={styles.control} readOnly value={value} />
        <IconButton
          label={`Copy the ${label.replace(/^./, (letter) => letter.toLowerCase())}`}
          icon={<Copy size={16} aria-hidden />}
          onClick={copy}
        />
      </span>
    </div>
  )
}
