import type { z } from 'zod'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import { changeStep, type WantedChange } from './actions.ts'
import type { changePreview } from './contract.ts'
import { nextCharge } from './details.ts'
import { stateOf, subscriptionOf } from './queries.ts'

/** What a change would charge now, computed as the change itself is, and what is charged next. Throws its refusals. */
export async function previewChange(
  services: Services,
  owner: Owner,
  wanted: WantedChange,
): Promise<z.input<typeof changePreview>> {
  const db = services.database.read
  const now = services.now()
  const row = await subscriptionOf(db, owner)
  const step = await changeStep(db, owner, { row, wanted, now })
  const { lines, amount } = step?.invoice ?? { lines: [], amount: 0 }
  const next = await nextCharge(db, owner, step?.next ?? (row && stateOf(row)), now)
  return { lines: [...lines], amount, ...next }
}
