import { timings } from '../../../rules/timings.ts'
import { openZip } from '../../../server/zip/open-zip.ts'
import { ZipError } from '../../../server/zip/zip-error.ts'
import type { ReceivedFile } from '../../media/receive-file.ts'
import type { ImportFormat } from '../format.ts'
import { compoundStart } from './compound-start.ts'

const zipStart = Buffer.from('PK\x03\x04', 'latin1')

const isNamedPptx = (name: string): boolean => /\.(pptx|pptm|ppsx|potx|ppt|pps)$/i.test(name)

/** Whether a ZIP has a presentation. A ZIP that is refused is one if it is named so: reading it says why. */
async function hasPresentation({ path, name }: Pick<ReceivedFile, 'path' | 'name'>): Promise<boolean> {
  try {
    const zip = await openZip(path)
    try {
      return zip.files.has('[Content_Types].xml') && [...zip.files.keys()].some((file) => file.startsWith('ppt/'))
    } finally {
      zip.close()
    }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return isNamedPptx(name)
  }
}

export const pptxFormat: ImportFormat = {
  id: 'pptx',
  ending: 'pptx',
  async detect(file) {
    if (file.head.subarray(0, 8).equals(compoundStart)) return isNamedPptx(file.name)
    return file.head.subarray(0, 4).equals(zipStart) && (await hasPresentation(file))
  },
  load: async () => (await import('./read-pptx.ts')).readPptx,
  memory: 900_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}
