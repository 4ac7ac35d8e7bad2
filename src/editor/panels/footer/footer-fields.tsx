import { useId, useState } from 'react'
import { type FooterDateForm, footerDate, footerDateForms } from '../../../rules/footer-date.ts'
import { limits } from '../../../rules/limits.ts'
import {
  type Footer,
  type FooterPart,
  type FooterParts,
  type FooterPlace,
  type FooterSize,
  footerPartsOf,
  footerSizes,
  footerText,
} from '../../../rules/slide-footer.ts'
import { Button } from '../../../ui/button.tsx'
import panel from '../panel.module.css'
import styles from './footer-fields.module.css'
import { PlaceChoice } from './place-choice.tsx'

/** The footer of a deck or a theme. */
export interface FooterModel {
  /** As stored. */
  readonly value: string
  /** The footer of the deck's theme, as stored; null: the model is a theme's. */
  readonly theme: string | null
  /** Whether the start of a line is at the right. */
  readonly rtl: boolean
  /** `merge`: the change joins the previous one. */
  set(value: string, merge: boolean): void
  /** Chooses a picture of the media library; null: none was chosen. */
  chooseLogo(): Promise<{ readonly src: string; readonly alt: string } | null>
}

interface Placed {
  readonly place: FooterPlace
  readonly size: FooterSize
}
type Mode = 'theme' | 'none' | 'own'

const labels: Readonly<Record<FooterPart, string>> = {
  text: 'Text',
  logo: 'Logo',
  date: 'Date',
  number: 'Slide number',
}
const sizeLabels: Readonly<Record<FooterSize, string>> = { small: 'Small', medium: 'Medium', large: 'Large' }

/** Where a part begins. */
const firstPlaces: Readonly<Record<FooterPart, Placed>> = {
  text: { place: 'bottom-start', size: 'small' },
  logo: { place: 'top-end', size: 'medium' },
  date: { place: 'bottom-center', size: 'small' },
  number: { place: 'bottom-end', size: 'small' },
}

/** What a part of the theme shows, in words. */
function shownByTheme(part: FooterPart, theme: FooterParts): string {
  const shown = theme[part]
  if (!shown) return 'nothing'
  if (part === 'number') return 'on'
  if ('alt' in shown) return shown.alt || 'a picture'
  if ('text' in shown) return shown.text
  return 'form' in shown ? footerDate(new Date(), shown.form) : ''
}

interface PartProps<P extends FooterPart> {
  readonly value: NonNullable<Footer[P]> | null
  /** Null: the part has nothing to show. */
  change(own: Omit<NonNullable<Footer[P]>, keyof Placed> | null, merge: boolean): void
}

interface LineProps {
  readonly label: string
  readonly value: string
  readonly max: number
  readonly placeholder?: string
  onChange(value: string): void
}

/** A line of text. What is typed stays as typed, though it is stored without spaces at its ends. */
function Line({ label, value, max, placeholder, onChange }: LineProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const shown = typed.replace(/\s+/g, ' ').trim() === value ? typed : value
  return (
    <div className={panel.stacked}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={panel.control}
        value={shown}
        maxLength={max}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(target.value.replace(/\s+/g, ' ').trim())
        }}
      />
    </div>
  )
}

function TextFields({ value, change }: PartProps<'text'>) {
  return (
    <Line
      label="Text on every slide"
      value={value?.text ?? ''}
      max={limits.footer.text}
      placeholder="Acme · Confidential"
      onChange={(text) => change(text === '' ? null : { text }, true)}
    />
  )
}

function LogoFields({ value, change, choose }: PartProps<'logo'> & { choose: FooterModel['chooseLogo'] }) {
  const pick = async () => {
    const chosen = await choose()
    if (chosen) change({ src: chosen.src, alt: chosen.alt.slice(0, limits.footer.alt) }, false)
  }
  return (
    <>
      <div className={styles.logo}>
        {value && <img src={value.src} alt="" />}
        <Button size="s" onClick={() => void pick()}>
          {value ? 'Another picture' : 'Choose a picture'}
        </Button>
      </div>
      {value && (
        <Line
          label="Alternative text"
          value={value.alt}
          max={limits.footer.alt}
          placeholder="What the picture shows"
          onChange={(alt) => change({ src: value.src, alt }, true)}
        />
      )}
    </>
  )
}

const forms = Object.keys(footerDateForms) as FooterDateForm[]

function DateFields({ value, change }: PartProps<'date'>) {
  const id = useId()
  const form = value && 'form' in value ? value.form : null
  const [isFixed, setFixed] = useState(value !== null && form === null)
  return (
    <>
      <div className={panel.stacked}>
        <label htmlFor={id}>Shows</label>
        <select
          id={id}
          className={panel.control}
          value={isFixed ? 'fixed' : (form ?? 'long')}
          onChange={({ target }) => {
            setFixed(target.value === 'fixed')
            if (target.value !== 'fixed') return change({ form: target.value as FooterDateForm }, false)
            change({ text: footerDate(new Date(), form ?? 'long') }, false)
          }}
        >
          <optgroup label="The day on which it is shown">
            {forms.map((one) => (
              <option key={one} value={one}>
                {footerDate(new Date(), one)}
              </option>
            ))}
          </optgroup>
          <option value="fixed">A fixed text</option>
        </select>
      </div>
      {isFixed && (
        <Line
          label="Date"
          value={value && 'text' in value ? value.text : ''}
          max={limits.footer.text}
          placeholder="March 2026"
          onChange={(text) => change(text === '' ? null : { text }, true)}
        />
      )}
    </>
  )
}

/** What a part has besides place and size. */
function PartFields({
  part,
  value,
  change,
  model,
}: {
  readonly part: FooterPart
  readonly value: Footer[FooterPart]
  readonly change: (own: object | null, merge: boolean) => void
  readonly model: FooterModel
}) {
  if (part === 'text') return <TextFields value={value as Footer['text']} change={change} />
  if (part === 'logo') return <LogoFields value={value as Footer['logo']} change={change} choose={model.chooseLogo} />
  return part === 'date' ? <DateFields value={value as Footer['date']} change={change} /> : null
}

/** One part of the footer: whose it is, what it shows, its place and size. */
function Part({ part, model }: { readonly part: FooterPart; readonly model: FooterModel }) {
  const id = useId()
  const parts = footerPartsOf(model.value)
  const value = parts[part] ?? null
  // A part that has nothing to show yet is not stored; its fields are open.
  const [isOpen, setOpen] = useState(false)
  const [unplaced, setUnplaced] = useState(firstPlaces[part])
  const stored: Mode = value ? 'own' : parts[part] === null || model.theme === null ? 'none' : 'theme'
  const mode: Mode = isOpen ? 'own' : stored
  const { place, size } = value ?? unplaced
  const put = (next: Footer[FooterPart] | undefined, merge: boolean) => {
    const { [part]: _old, ...others } = parts
    model.set(footerText(next === undefined ? others : { ...others, [part]: next }), merge)
  }
  const none = model.theme === null ? undefined : null
  const setMode = (next: Mode) => {
    setOpen(next === 'own')
    const ofTheme = model.theme === null ? null : footerPartsOf(model.theme)[part]
    if (next === 'theme') put(undefined, false)
    else if (next === 'none') put(none, false)
    else if (ofTheme) put(ofTheme, false)
    else if (part === 'number') put(unplaced, false)
    else if (part === 'date') put({ form: 'long', ...unplaced }, false)
  }
  const move = (to: Partial<Placed>) => {
    setUnplaced({ place, size, ...to })
    if (value) put({ ...value, ...to }, false)
  }
  const change = (own: object | null, merge: boolean) => {
    setOpen(true)
    put(own === null ? none : ({ ...own, place, size } as Footer[FooterPart]), merge)
  }
  return (
    <div className={styles.part}>
      <div className={panel.row}>
        <label htmlFor={id}>{labels[part]}</label>
        <select id={id} className={panel.control} value={mode} onChange={({ target }) => setMode(target.value as Mode)}>
          {model.theme !== null && (
            <option value="theme">{`As in the theme: ${shownByTheme(part, footerPartsOf(model.theme))}`}</option>
          )}
          <option value="none">None</option>
          <option value="own">{model.theme === null ? 'Shown' : 'Its own'}</option>
        </select>
      </div>
      {mode === 'own' && (
        <div className={styles.own}>
          <PartFields {...{ part, value, change, model }} />
          <div className={styles.placing}>
            <PlaceChoice label={labels[part]} value={place} rtl={model.rtl} onChange={(to) => move({ place: to })} />
            <label className={panel.stacked}>
              <span>Size</span>
              <select
                className={panel.control}
                value={size}
                onChange={({ target }) => move({ size: target.value as FooterSize })}
              >
                {footerSizes.map((one) => (
                  <option key={one} value={one}>
                    {sizeLabels[one]}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </div>
      )}
    </div>
  )
}

const shownOrder = ['text', 'logo', 'date', 'number'] as const

/** The parts of a footer: text, logo, date and slide number. */
export function FooterFields({ model }: { readonly model: FooterModel }) {
  return (
    <>
      {shownOrder.map((part) => (
        <Part key={part} part={part} model={model} />
      ))}
      <p className={panel.note}>
        Stands on every slide, in every view and on paper, unless the slide hides it. A slide with a number here shows
        no second one where the deck’s slide numbers are on.
      </p>
    </>
  )
}
