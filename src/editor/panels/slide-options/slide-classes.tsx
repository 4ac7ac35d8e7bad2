import { ownIdAttribute } from '../../../document/own-ids.ts'
import { offeredPlan } from '../../../rules/plan-offers.ts'
import { reservedSlideClasses } from '../../../rules/reserved-classes.ts'
import { useEditor } from '../../state/use-editor.ts'
import { ClassField } from '../class-field.tsx'
import { IdentityField } from '../identity-field.tsx'
import { namesIn } from '../own-class-names.ts'
import { OwnIdField } from '../own-id-field.tsx'
import { useSlideAttribute } from '../slide-attributes.ts'
import styles from './slide-options.module.css'

const offer = (
  <>
    Class names and an ID of your own come with {offeredPlan('customCss')}: <a href="/pricing">see the plans</a>
  </>
)

/** The slide's own class names and id, for a theme's styles. `allowed`: the owner's plan has them. */
export function ClassOptions({ allowed }: { allowed: boolean }) {
  const slideId = useEditor((state) => state.slideId)
  const [stored, setStored] = useSlideAttribute('class')
  const [ownId, setOwnId] = useSlideAttribute(ownIdAttribute)
  return (
    <div className={styles.options}>
      <ClassField
        key={slideId}
        label="Class names"
        stored={namesIn(stored)}
        reserved={reservedSlideClasses}
        disabled={!allowed}
        hint={allowed ? 'For the styles of a theme.' : offer}
        onChange={(names) => setStored(names.join(' '))}
      />
      <OwnIdField value={ownId} allowed={allowed} onChange={(own) => setOwnId(own)} />
      <IdentityField label="Slide ID" value={slideId} />
    </div>
  )
}
