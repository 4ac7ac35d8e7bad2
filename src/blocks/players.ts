import type { BlockType } from '../document/deck-model.ts'
import type { BlockPlayer } from './block-player.ts'
import { addCodeSteps } from './code/code-steps.ts'
import { prepareMedia } from './media-prepare.ts'

/** What block types do when shown. A missing type has nothing beyond markup and styles. */
export const players: Readonly<Partial<Record<BlockType, BlockPlayer>>> = {
  text: {
    selector: '[data-l-fit="shrink"]',
    load: () => import('./text/player.ts').then((text) => text.showText),
    failure: null,
  },
  code: {
    selector: 'pre code',
    prepare: addCodeSteps,
    load: () => import('./code/player.ts').then((code) => code.showCode),
    failure: 'code-failed',
  },
  math: {
    selector: '[data-latex]',
    load: () => import('./math/player.ts').then((math) => math.showMath),
    failure: 'math-failed',
  },
  video: {
    selector: '[data-block-type="video"] > :is(video, iframe)',
    prepare: prepareMedia,
    load: () => import('./video/player.ts').then((video) => video.showVideos),
    failure: null,
  },
  audio: {
    selector: '[data-block-type="audio"] > audio',
    prepare: prepareMedia,
    load: () => import('./audio/player.ts').then((audio) => audio.showAudio),
    failure: null,
  },
}
