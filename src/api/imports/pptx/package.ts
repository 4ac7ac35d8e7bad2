import { posix } from 'node:path'
import { parseXml, type XmlElement, type XmlRules } from '../../../document/sanitize/xml.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import type { OpenZip } from '../../../server/zip/open-zip.ts'
import { ImportError } from '../import-error.ts'
import { all, attr } from './xml-tree.ts'

/** Presentations have no doctypes. Slides with tables of thousands of cells have many elements. */
const rules: XmlRules = { nodes: 400_000, depth: 200, attributes: 100, namespace: null, doctype: false }
/** Bytes of one part of XML. */
const partBytes = 60_000_000

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
  /** A part as XML. Null if there is none. Throws ImportError if it is damaged. */
  xml(path: string): Promise<XmlElement | null>
  relations(path: string): Promise<readonly Relation[]>
  bytes(path: string): Promise<Buffer | null>
}

function parsed(bytes: Buffer): XmlElement | null {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return parseXml(bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, ''), rules)
  } catch {
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
      const list = all(root, 'Relationship').map((one): Relation => {
        const [target, external] = [attr(one, 'Target') ?? '', attr(one, 'TargetMode') === 'External']
        const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
        const type = (attr(one, 'Type') ?? '').split('/').at(-1) ?? ''
        return { id: attr(one, 'Id') ?? '', type, target: external ? target : path, external }
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
