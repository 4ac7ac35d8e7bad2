import { posix } from 'node:path'
import { SanitizeError } from '../../../document/sanitize/sanitize-error.ts'
import { parseXml, type XmlElement, type XmlRules } from '../../../document/sanitize/xml.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import type { OpenZip } from '../../../server/zip/open-zip.ts'
import { ImportError } from '../import-error.ts'
import { TooMuch } from './slide-work.ts'
import { all, attr } from './xml-tree.ts'

const { nodes, depth, attributes, partBytes, target: longestTarget } = readerLimits.presentation
/** Presentations have no doctypes. */
const rules: XmlRules = { nodes, depth, attributes, namespace: null, doctype: false }
const exceeded: readonly string[] = ['too-many-nodes', 'too-deep', 'too-many-attributes']

/** A relation of a part to another. */
export interface Relation {
  readonly id: string
  /** The last part of its type: slideLayout, image, hyperlink … */
  readonly type: string
  /** The path of a part, or an address. */
  readonly target: string
  readonly external: boolean
}

/** The parts of a presentation. */
export interface Package {
  /** A part as XML. Null if there is none. Throws ImportError if it is damaged, TooMuch if it has too many elements. */
  xml(path: string): Promise<XmlElement | null>
  relations(path: string): Promise<readonly Relation[]>
  bytes(path: string): Promise<Buffer | null>
}

function parsed(bytes: Buffer): XmlElement | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return parseXml(bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, ''), rules)
  } catch (error) {
    if (error instanceof SanitizeError && exceeded.includes(error.code)) throw new TooMuch()
    throw new ImportError(importMessages.damaged)
  }
}

/** Reads parts from an open ZIP. Layouts and themes, which slides share, are parsed once. */
export function openPackage(zip: OpenZip): Package {
  const kept = new Map<string, XmlElement | null>()
  const related = new Map<string, readonly Relation[]>()
  // Names are compared without case.
  const names = new Map([...zip.files.keys()].map((name) => [name.toLowerCase(), name]))
  const entry = (path: string) => zip.files.get(names.get(path.replace(/^\//, '').toLowerCase()) ?? '')
  const open: Package = {
    async xml(path) {
      const found = kept.get(path)
      if (found !== undefined) return found
      const file = entry(path)
      const root = file ? parsed(await file.bytes(partBytes)) : null
      if (!/\/slides\//.test(path)) kept.set(path, root)
      return root
    },
    async relations(path) {
      const found = related.get(path)
      if (found) return found
      const folder = posix.dirname(path)
      const root = await open.xml(posix.join(folder, '_rels', `${posix.basename(path)}.rels`))
      const list = all(root, 'Relationship').flatMap((one): Relation[] => {
        const [target, external] = [attr(one, 'Target') ?? '', attr(one, 'TargetMode') === 'External']
        // No file has such a name, and no link such an address; each of its uses would be as long.
        if (target.length > longestTarget) return []
        const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
        const type = (attr(one, 'Type') ?? '').split('/').at(-1) ?? ''
        return [{ id: attr(one, 'Id') ?? '', type, target: external ? target : path, external }]
      })
      related.set(path, list)
      return list
    },
    async bytes(path) {
      const file = entry(path)
      return file ? file.bytes(limits.upload.videoKilobytes * 1000) : null
    },
  }
  return open
}

/** The part that a relation of this type leads to; null if there is none. */
export async function relatedPath(open: Package, path: string, type: string): Promise<string | null> {
  return (await open.relations(path)).find((one) => one.type === type && !one.external)?.target ?? null
}
