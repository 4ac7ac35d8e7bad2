import type { Deck, Slide } from '../../document/deck-model.ts'
import { isHidden } from '../commands/block-commands.ts'
import { slideOrder } from '../commands/find-slide.ts'
import { setSlideAttributes } from '../commands/slide-commands.ts'
import { type Overflow, warnedOverflow } from '../state/overflow.ts'
import {
  altFinding,
  type CheckedBlock,
  contrastFinding,
  fontFinding,
  linkFinding,
  overflowFinding,
  pictureFinding,
  placeholderFinding,
  sizeFinding,
  videoFinding,
} from './block-findings.ts'
import type { Finding } from './finding.ts'
import type { DeckFacts, SlideFacts } from './slide-facts.ts'

/**
 * What to look at before presenting, slide by slide. Slides that are skipped and hidden blocks are left out. Slides
 * without facts are checked for what needs no drawing.
 */
export function findingsOf(deck: Deck, facts: DeckFacts, overflow: Overflow): readonly Finding[] {
  const warned = warnedOverflow(overflow)
  return slideOrder(deck)
    .map((id) => deck.slides[id]!)
    .filter((slide) => slide.attributes['data-visibility'] !== 'hidden')
    .flatMap((slide) => [
      ...backgroundFindings(slide, facts.slides[slide.id]),
      ...slide.blocks
        .filter((block) => !isHidden(block))
        .flatMap((block) =>
          blockFindings({ deck, slideId: slide.id, block }, facts, warned[slide.id]?.[block.id] ?? null),
        ),
    ])
}

function backgroundFindings(slide: Slide, facts: SlideFacts | undefined): readonly Finding[] {
  const about = { slideId: slide.id, blockId: null }
  const { 'data-background-video': video } = slide.attributes
  // Its name in Lectern's markup, and in reveal.js's.
  const isMuted = ['data-video-muted', 'data-background-video-muted'].some((name) => name in slide.attributes)
  return [
    ...(facts?.isBackgroundMissing
      ? [{ ...about, kind: 'picture', message: 'Background picture cannot be loaded', fix: null } as const]
      : []),
    ...(video && !isMuted
      ? [
          {
            ...about,
            kind: 'video',
            message: 'Browsers may not start a background video with sound',
            fix: {
              label: 'Mute the video',
              command: setSlideAttributes(slide.id, { 'data-video-muted': '' }),
            },
          } as const,
        ]
      : []),
  ]
}

function blockFindings(
  checked: CheckedBlock,
  { slides, families }: DeckFacts,
  kind: Overflow[string][string] | null,
): readonly Finding[] {
  const { block, slideId } = checked
  const facts = slides[slideId]
  const contrast = facts?.contrasts[block.id]
  const size = facts?.textSizes[block.id]
  return [
    kind && overflowFinding(checked, kind),
    contrast && contrastFinding(checked, contrast),
    size !== undefined && sizeFinding(checked, size),
    altFinding(checked),
    facts?.missingPictures.includes(block.id) && pictureFinding(checked),
    families && fontFinding(checked, families),
    linkFinding(checked),
    placeholderFinding(checked),
    videoFinding(checked),
  ].filter((one): one is Finding => Boolean(one))
}
