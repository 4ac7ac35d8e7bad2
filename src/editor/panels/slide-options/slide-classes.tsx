import { customIdAttribute } from '../../../document/custom-ids.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { reservedSlideClasses } from '../../../rules/reserved-classes.ts'
import { useEditor } from '../../state/use-editor.ts'
import { ClassField } from '../class-field.tsx'
import { namesIn } from '../custom-class-names.ts'
import { CustomIdField } from '../custom-id-field.tsx'
import { IdentityField } from '../identity-field.tsx'
import { useSlideAttribute } from '../slide-attributes.ts'
import styles from './slide-options.module.css'

const offer = (
  <>
    {planOffers.customCss.text}{' '}
    <a href={planOffers.customCss.address} target="_blank" rel="noopener">
      {planOffers.customCss.action}
    </a>
  </>
)

/** The slide's custom classes and id, for the deck's CSS. `allowed`: the owner's plan has them. */
export function ClassOptions({ allowed }: { allowed: boolean }) {
  const slideId = useEditor((state) => state.slideId)
  const [stored, setStored] = useSlideAttribute('class')
  const [customId, setCustomId] = useSlideAttribute(customIdAttribute)
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
      <CustomIdField value={customId} allowed={allowed} onChange={(id) => setCustomId(id)} />
      <IdentityField label="Slide ID" value={slideId} />
    </div>
  )
}
