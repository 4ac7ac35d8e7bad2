import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import type { DeckTheme } from '../src/document/output/frame-types.ts'
import type { DeckSettings } from '../src/rules/deck-columns.ts'
import type { TurnedSlide } from './blocks-entry.ts'

let built: Promise<string> | null = null

/** The editor's 'Turn into blocks' as a script for a page. */
function blocksScript(): Promise<string> {
  built ??= (async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        minify: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: join(import.meta.dirname, 'blocks-entry.ts'),
          output: { format: 'iife', codeSplitting: false },
        },
      },
    })
    const [output] = Array.isArray(result) ? result : [result]
    if (!output || !('output' in output)) throw new Error('The script was not built')
    return output.output[0].code
  })()
  return built
}

/** Slides as a deck, each of a stack in a stack of its own. */
const withStacks = (slides: readonly string[], stacks: readonly string[]): string =>
  slides.map((slide, index) => (stacks[index] ? `${stacks[index]}${slide}</section>` : slide)).join('\n')

/** Turns slides into blocks as the editor does, on a page whose origin has the canvas. */
export async function slidesAsBlocks(
  page: Page,
  deck: {
    readonly slides: readonly string[]
    /** The start tags of their stacks; '' for slides outside. */
    readonly stacks: readonly string[]
    readonly settings: DeckSettings
    readonly theme: DeckTheme | null
  },
): Promise<readonly TurnedSlide[]> {
  await page.addScriptTag({ content: await blocksScript() })
  return page.evaluate(
    ([html, settings, theme]) =>
      (
        globalThis as unknown as {
          turnIntoBlocks(html: string, settings: unknown, theme: unknown): Promise<readonly TurnedSlide[]>
        }
      ).turnIntoBlocks(html, settings, theme),
    [withStacks(deck.slides, deck.stacks), deck.settings, deck.theme] as const,
  )
}
