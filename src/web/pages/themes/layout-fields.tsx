import { useId } from 'react'
import { FooterFields } from '../../../editor/panels/footer/footer-fields.tsx'
import panel from '../../../editor/panels/panel.module.css'
import { PanelGroup } from '../../../editor/panels/panel-group.tsx'
import { deckFields } from '../../../rules/deck-columns.ts'
import { slideSizes } from '../../../rules/slide-size.ts'
import { useChoosePicture } from './use-choose-picture.ts'
import type { ThemeDraft } from './use-theme-draft.ts'

type EditProps = Pick<ThemeDraft, 'content' | 'change'>

function Flags({ content, change }: EditProps) {
  return (['center', 'rolling_links'] as const).map((name) => (
    <div key={name} className={panel.switch}>
      <label className={panel.check}>
        <input type="checkbox" checked={content[name]} onChange={(event) => change({ [name]: event.target.checked })} />
        <span>{deckFields[name].label}</span>
      </label>
      <p className={panel.note}>{deckFields[name].checkbox.hint}</p>
    </div>
  ))
}

function SlideSize({ content, change }: EditProps) {
  const id = useId()
  const value = content.slide_size ?? ''
  const isListed = value === '' || slideSizes.some((one) => one.id === value)
  const name = (size: string) => size.replace('x', ' × ')
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{deckFields.slide_size.label}</label>
      <select
        id={id}
        className={panel.control}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change({ slide_size: target.value || null })}
      >
        <option value="">Any: decks keep theirs</option>
        {slideSizes.map((one) => (
          <option key={one.id} value={one.id}>{`${one.title}, ${name(one.id)}`}</option>
        ))}
        {!isListed && <option value={value}>{`Own size, ${name(value)}`}</option>}
      </select>
      <span id={`${id}-hint`} className={panel.note}>
        Decks that take the theme get this size. The preview has it once the theme is saved.
      </span>
    </div>
  )
}

function Footer({ content, change }: EditProps) {
  const choosePicture = useChoosePicture('Use as logo')
  const chooseLogo = async () => {
    const chosen = await choosePicture()
    return chosen && { src: chosen.url, alt: chosen.alt }
  }
  const set = (footer: string) => change({ footer })
  return <FooterFields model={{ value: content.footer, theme: null, rtl: false, set, chooseLogo }} />
}

/** Size, footer and layout of a theme's slides. */
export function LayoutFields(props: EditProps) {
  return (
    <>
      <PanelGroup title="Layout">
        <SlideSize {...props} />
        <Flags {...props} />
      </PanelGroup>
      <PanelGroup title={deckFields.footer.label}>
        <Footer {...props} />
      </PanelGroup>
    </>
  )
}
