import type { BrowserContext } from '@playwright/test'
import { randomFrom } from '../src/testing/seeded-random.ts'
import { ignoreBases, spoilNetwork } from './support/bad-network.ts'
import { addCollaborator } from './support/collaborators.ts'
import { DeckHand } from './support/deck-hand.ts'
import { allStored, DeckRecord } from './support/deck-record.ts'
import { type MadeDeck, makeDeck, slideId } from './support/decks.ts'
import { expect, test } from './support/journey.ts'
import { callAs, type Person } from './support/person.ts'

/** The seeds and the steps of each; only `npm run chaos together` runs this. */
const first = Number(process.env.TOGETHER_FIRST ?? 1)
const sequences = Number(process.env.TOGETHER_SEEDS ?? 1)
const steps = Number(process.env.TOGETHER_STEPS ?? 60)
/** The control: the same with a server that ignores the base of a save. It fails. */
const isCareless = process.env.TOGETHER_CONTROL === '1'

type OpenBrowser = (options?: object) => Promise<BrowserContext>

function slide(n: number): string {
  const id = (block: number) => String(10 * n + block).padStart(16, '0')
  const text = (block: number, top: number) =>
    `<div class="block" data-block-type="text" data-block-id="${id(block)}" style="left: 80px; top: ${top}px; width: 700px; height: 120px;"><div class="block-content"><p>word</p></div></div>`
  const shape = `<div class="block" data-block-type="shape" data-block-id="${id(3)}" style="left: 800px; top: 550px; width: 100px; height: 100px;"><svg data-l-shape="rectangle" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0H100V100H0Z"></path></svg><div class="block-content"></div></div>`
  return `<section data-id="${slideId(n)}">${text(1, 80)}${text(2, 280)}${shape}</section>`
}

/** Two windows of the deck's owner, in one browser or on two devices, and one of another editor. */
async function openHands(
  seed: number,
  [owner, other]: readonly [Person, Person],
  deck: MadeDeck,
  prepare: (context: BrowserContext) => Promise<void>,
  openBrowser: OpenBrowser,
): Promise<DeckHand[]> {
  const random = randomFrom(seed)
  const isOneBrowser = seed % 2 === 0 && !isCareless
  const second = isOneBrowser ? owner.context : await openBrowser({ storageState: await owner.context.storageState() })
  for (const context of new Set([owner.context, second, other.context])) await prepare(context)
  return [
    new DeckHand('q', owner.page, deck, random, isCareless),
    new DeckHand('w', await second.newPage(), deck, random, isCareless),
    new DeckHand('z', other.page, deck, random, isCareless),
  ]
}

/** Saves everything of a window; `again` opens it anew, which restores what was left there. */
async function saveAll(hand: DeckHand, handOver: (hand: DeckHand) => Promise<void>, again = false): Promise<void> {
  await expect(async () => {
    await handOver(hand)
    if (again || !hand.isEditing()) await hand.open()
    expect(await hand.saveAll()).toBe(true)
    if (again) expect(await hand.drafts()).toBe(0)
  }).toPass()
}

for (let seed = first; seed < first + sequences; seed++) {
  test(`three editors with a bad network, seed ${seed}: every mark is in the deck or in a revision, and all show the same`, async ({
    newPerson,
    openBrowser,
    complaints,
  }) => {
    test.setTimeout(120_000 + steps * 5_000)
    complaints.expect(/status of (4\d\d|503)|net::ERR|WebSocket|Blocked script execution/)
    const [random, network] = [randomFrom(seed * 7_919), randomFrom(seed * 104_729)]
    const [owner, other] = [await newPerson(), await newPerson()]
    const deck = await makeDeck(owner.context.request, 'Together', [1, 2, 3].map(slide))
    const path = `/api/v1/decks/${deck.id}`
    await callAs(owner.context.request, 'POST', `${path}/make_collaborative.json`)
    await addCollaborator(owner, deck, other, 'editor')
    const record = new DeckRecord(deck.id)
    let isBad = true
    const hands = await openHands(
      seed,
      [owner, other],
      deck,
      (context) =>
        isCareless
          ? ignoreBases(context, record.version)
          : spoilNetwork(context, { random: network, isBad: () => isBad }),
      openBrowser,
    )
    // Half of them are made by another process.
    const handOver = async (hand: DeckHand) => {
      const to = hand.name === 'z' ? other : owner
      if (network() < 0.5) record.handOverElsewhere(to)
      else await record.handOver([owner, other], to)
    }
    let [editing, version, done] = [hands[0]!, 1, 0]
    await Promise.all(hands.slice(0, 2).map((hand) => hand.open()))
    for (let step = 0; step < steps; step++) {
      const dice = random()
      const hand = hands[Math.floor(random() * (dice < 0.1 ? 3 : 2))]!
      if (dice < 0.1) {
        editing = hand
        await handOver(hand)
      }
      const actor = editing.name === 'z' ? editing : hand
      for (const each of hands) each.history.push(`[${step}${dice < 0.1 ? `: ${editing.name} may edit` : ''}]`)
      if (!actor.isEditing()) {
        await handOver(actor)
        await actor.open()
      } else if (dice > 0.97) await actor.open()
      if (await actor.act()) done += 1
      expect(record.version()).toBeGreaterThanOrEqual(version)
      version = record.version()
    }
    isBad = false
    for (const hand of hands) await saveAll(hand, handOver)
    for (const hand of hands) await saveAll(hand, handOver, true)
    const marks = hands.flatMap((hand) => hand.marks)
    const stored = await allStored(owner.context.request, deck.id)
    const lost = marks.filter((mark) => !stored.includes(mark))
    console.log(
      `seed ${seed}: ${done} of ${steps} steps, ${marks.length} marks, version ${version}, ${lost.length} lost`,
    )
    if (lost.length > 0) for (const { name, history } of hands) console.log(`${name}: ${history.join(', ')}`)
    for (const mark of lost) console.log(record.traceOf(mark).join('\n'))
    expect(lost).toEqual([])
    await test.step('all show the same', async () => {
      const wanted = await hands[2]!.shown()
      for (const hand of hands.slice(0, 2)) {
        await expect(async () => {
          await saveAll(hand, handOver)
          expect(await hand.shown()).toEqual(wanted)
        }).toPass({ timeout: 60_000 })
      }
    })
    record.close()
  })
}
