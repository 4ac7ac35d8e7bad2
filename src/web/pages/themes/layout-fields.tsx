import { useId, useState } from 'react'
import { FooterFields } from '../../../editor/panels/footer/footer-fields.tsx'
import panel from '../../../editor/panels/panel.module.css'
import { PanelGroup } from '../../../editor/panels/panel-group.tsx'
import { deckFields } from '../../../rules/deck-columns.ts'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { clampToRange } from '../../../rules/range.ts'
import { type SlideSize as SlideSizeValue, slideSizeOf, slideSizes, slideSizeText } from '../../../rules/slide-size.ts'
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

const own = 'own'
const { sideMin, sideMax } = frameLimits

/** A side of the slides, in px: taken when it is left or with Enter. */
function Side({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const number = Math.round(Number(typed))
    setTyped(null)
    if (number > 0) onChange(clampToRange(number, { min: sideMin, max: sideMax, decimals: 0 }))
  }
  return (
    <div className={panel.row}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={panel.control}
        inputMode="numeric"
        aria-description={`px, from ${sideMin} to ${sideMax}`}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </div>
  )
}

function SlideSize({ content, change }: EditProps) {
  const id = useId()
  const [choosesOwn, setChoosesOwn] = useState(false)
  const value = content.slide_size ?? ''
  const isListed = value === '' || slideSizes.some((one) => one.id === value)
  const isOwn = choosesOwn || !isListed
  const size = slideSizeOf(value)
  const name = (size: string) => size.replace('x', ' × ')
  const choose = (chosen: string) => {
    setChoosesOwn(chosen === own)
    change({ slide_size: chosen === own ? slideSizeText(size) : chosen || null })
  }
  const set = (side: Partial<SlideSizeValue>) => change({ slide_size: slideSizeText({ ...size, ...side }) })
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{deckFields.slide_size.label}</label>
      <select
        id={id}
        className={panel.control}
        value={isOwn ? own : value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Any: decks keep theirs</option>
        {slideSizes.map((one) => (
          <option key={one.id} value={one.id}>{`${one.title}, ${name(one.id)}`}</option>
        ))}
        <option value={own}>{isListed ? 'Own size …' : `Own size, ${name(value)}`}</option>
      </select>
      {isOwn && <Side label="Width" value={size.width} onChange={(width) => set({ width })} />}
      {isOwn && <Side label="Height" value={size.height} onChange={(height) => set({ height })} />}
      <span id={`${id}-hint`} className={panel.note}>
        Decks that take the theme get this size.
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
