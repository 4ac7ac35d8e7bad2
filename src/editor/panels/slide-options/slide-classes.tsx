import { useEffect, useId, useState } from 'react'
import { ownIdAttribute } from '../../../document/own-ids.ts'
import { limits } from '../../../rules/limits.ts'
import { useEditor } from '../../state/use-editor.ts'
import { IdentityField } from '../identity-field.tsx'
import { OwnIdField } from '../own-id-field.tsx'
import panel from '../panel.module.css'
import { useSlideAttribute } from '../slide-attributes.ts'
import { readClasses, shownClasses } from './class-names.ts'
import styles from './slide-options.module.css'

/** The slide's own class names and id, for a theme's styles. `allowed`: the owner's plan has them. */
export function ClassOptions({ allowed }: { allowed: boolean }) {
  const id = useId()
  const slideId = useEditor((state) => state.slideId)
  const [stored, setStored] = useSlideAttribute('class')
  const [ownId, setOwnId] = useSlideAttribute(ownIdAttribute)
  const shown = shownClasses(stored)
  const [text, setText] = useState(shown)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setText(shown)
    setError(null)
  }, [shown])
  const commit = () => {
    const read = readClasses(text)
    setError('error' in read ? read.error : null)
    if ('value' in read && read.value !== shown) setStored(read.value)
  }
  return (
    <div className={styles.options}>
      <div className={panel.stacked}>
        <label htmlFor={id}>Class names</label>
        <input
          id={id}
          className={panel.control}
          value={text}
          disabled={!allowed}
          spellCheck={false}
          maxLength={limits.slide.classes * (limits.slide.className + 1)}
          placeholder={allowed ? 'Separated by spaces' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        <span id={`${id}-hint`} className={error ? panel.error : panel.note} role={error ? 'alert' : undefined}>
          {error ??
            (allowed ? (
              'For the styles of a theme.'
            ) : (
              <>
                Class names and an ID of your own come with custom CSS: <a href="/pricing">see the plans</a>
              </>
            ))}
        </span>
      </div>
      <OwnIdField value={ownId} allowed={allowed} onChange={(own) => setOwnId(own)} />
      <IdentityField label="Slide ID" value={slideId} />
    </div>
  )
}
