import { useId, useState } from 'react'
import { deckFields } from '../../rules/deck-columns.ts'
import { frameLimits } from '../../rules/frame-limits.ts'
import { type SlideSize, slideSizeOf, slideSizes, slideSizeText } from '../../rules/slide-size.ts'
import { type ResizeContent, resizeSlides } from '../commands/resize-slides.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { NumberInput } from './number-input.tsx'
import styles from './panel.module.css'

const contents: readonly { readonly id: ResizeContent; readonly label: string; readonly hint: string }[] = [
  { id: 'scale', label: 'Scale content', hint: 'What stands on the slides grows or shrinks with them' },
  { id: 'keep', label: 'Keep', hint: 'What stands on the slides keeps its size and place' },
]

const own = 'own'

/** A side of the slide, in px. */
function Side({ name, size, onChange }: { name: 'width' | 'height'; size: SlideSize; onChange(to: SlideSize): void }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{name === 'width' ? 'Width' : 'Height'}</label>
      <NumberInput
        id={id}
        value={size[name]}
        min={frameLimits.sideMin}
        max={frameLimits.sideMax}
        step={10}
        unit="px"
        onChange={(value) => onChange({ ...size, [name]: Math.round(value) })}
      />
    </div>
  )
}

/** The size of the deck's slides, and what becomes of their contents when it changes. Each change is one undo step. */
export function SlideSizeField() {
  const id = useId()
  const { model } = useEditorInstance()
  const value = useEditor(({ deck }) => deck.settings.slide_size)
  const [content, setContent] = useState<ResizeContent>('scale')
  const [isOwn, setOwn] = useState(false)
  const { label } = deckFields.slide_size
  const size = slideSizeOf(value)
  const isListed = slideSizes.some((one) => one.id === value)
  const resize = (to: SlideSize) => model.apply(resizeSlides(to, content), { undo: 'step', label })
  return (
    <>
      <label className={styles.stacked}>
        <span>{label}</span>
        <select
          className={styles.control}
          value={isOwn || !isListed ? own : value}
          onChange={({ target }) => {
            setOwn(target.value === own)
            if (target.value !== own) resize(slideSizeOf(target.value))
          }}
        >
          {slideSizes.map((one) => (
            <option key={one.id} value={one.id}>
              {`${one.title}, ${one.id.replace('x', ' × ')}`}
            </option>
          ))}
          <option value={own}>
            {isListed ? 'Own size …' : `Own size, ${slideSizeText(size).replace('x', ' × ')}`}
          </option>
        </select>
      </label>
      {(isOwn || !isListed) && (
        <>
          <Side name="width" size={size} onChange={resize} />
          <Side name="height" size={size} onChange={resize} />
        </>
      )}
      <fieldset className={styles.choices} aria-label="When the size changes">
        {contents.map((one) => (
          <label key={one.id} className={styles.check} title={one.hint}>
            <input
              type="radio"
              name={`${id}-content`}
              checked={content === one.id}
              onChange={() => setContent(one.id)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
