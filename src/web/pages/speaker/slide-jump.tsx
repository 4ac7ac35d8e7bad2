import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'
import { Palette } from '../../../ui/palette.tsx'
import { findSlides, slideNumber, slideTitle } from '../../features/live/deck-outline.ts'

export interface SlideJumpProps {
  open: boolean
  outline: readonly OutlineSlide[]
  /** Indices from 0. */
  onJump: (h: number, v: number) => void
  onClose: () => void
  onChosen: () => void
}

/** The palette that leads to a slide by its number or words. */
export function SlideJump({ open, outline, onJump, onClose, onChosen }: SlideJumpProps) {
  return (
    <Palette
      open={open}
      label="Go to slide"
      placeholder="Number or words of a slide"
      entriesFor={(typed) =>
        findSlides(outline, typed).map((found) => ({
          id: `${found.h}/${found.v}`,
          label: slideTitle(found),
          group: 'Slides',
          shortcut: slideNumber(found),
        }))
      }
      onChoose={(id) => {
        const [h = 0, v = 0] = id.split('/').map(Number)
        onJump(h, v)
      }}
      onClose={onClose}
      onChosen={onChosen}
    />
  )
}
