import { join } from 'node:path'
import { pdfMaker } from './api/exports/pdf/make-pdf.ts'
import { MEASURE_SCRIPT, powerpointMaker } from './api/exports/powerpoint/make-powerpoint.ts'
import { printedDeckOpener } from './api/exports/printed-deck.ts'
import type { ExportParts } from './api/exports/run-export.ts'
import { zipMaker } from './api/exports/zip/make-zip.ts'
import { fontSources } from './blocks/font-source.ts'
import { readPlayerBuild } from './server/content/player-build.ts'
import { readStaticFiles } from './server/content/static-files.ts'
import type { Services } from './server/services.ts'

/**
 * Joins what makes exports: a maker for each format of rules/export-formats, and the deck as printed. `dist`: the folder
 * of the builds. Throws an Error that names the build command if the player was not built.
 */
export function joinExports(services: Services, dist: string): ExportParts {
  const folder = join(dist, 'player')
  const sources = { services, build: readPlayerBuild(folder), files: readStaticFiles(folder), fontSources }
  const powerpoint = powerpointMaker(sources.build.text(MEASURE_SCRIPT))
  const makers = { pdf: pdfMaker, ppt: powerpoint, zip: zipMaker }
  return { makers, withPrintedDeck: printedDeckOpener(sources) }
}
