import type { Attack } from './attack.ts'
import { clobberingAttacks } from './clobbering-attacks.ts'
import { styleAttacks } from './css-attacks.ts'
import { eventAttacks } from './event-attacks.ts'
import { mutationAttacks } from './mutation-attacks.ts'
import { revealAttacks } from './reveal-attacks.ts'
import { scriptAttacks } from './script-attacks.ts'
import { inlineSvgAttacks } from './svg-attacks.ts'
import { urlAttacks } from './url-attacks.ts'

/** All markup attacks, for slides, templates, snippets, imports and theme markup. */
export const htmlAttacks: readonly Attack[] = [
  ...eventAttacks,
  ...urlAttacks,
  ...scriptAttacks,
  ...revealAttacks,
  ...mutationAttacks,
  ...clobberingAttacks,
  ...styleAttacks,
  ...inlineSvgAttacks,
]
