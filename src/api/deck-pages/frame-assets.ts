import type { FrameAssets, PrintAssets } from '../../document/output/frame-types.ts'
import type { PlayerBuild } from '../../server/content/player-build.ts'

const PLAYER_SCRIPT = 'src/player/frame.ts'
const FIRST_SCRIPT = 'src/player/frame-first.ts'
const PRINT_SCRIPT = 'src/player/print.ts'
const SLIDES_STYLE = 'src/player/slides.css'

function assetsOf(build: PlayerBuild, script: string): Omit<PrintAssets, 'fontCss'> {
  return { inlineCss: build.text(SLIDES_STYLE), styleUrl: build.styleUrl(script) ?? '', scriptUrl: build.url(script) }
}

/** The built files of deck frames, fonts excluded. Throws a StartError if the build lacks one. */
export function frameAssets(build: PlayerBuild): Omit<FrameAssets, 'fontCss'> {
  return { ...assetsOf(build, PLAYER_SCRIPT), firstScript: build.text(FIRST_SCRIPT) }
}

/** The built files of printable documents, fonts excluded. Throws a StartError if the build lacks one. */
export function printAssets(build: PlayerBuild): Omit<PrintAssets, 'fontCss'> {
  return assetsOf(build, PRINT_SCRIPT)
}

/** The `@font-face` rules of built font style sheets, concatenated. `sources`: their source paths. */
export function fontCss(build: PlayerBuild, sources: readonly string[]): string {
  return sources.map((source) => build.text(source)).join('')
}
