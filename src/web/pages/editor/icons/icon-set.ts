// As text: from the files, the compiler would derive a type for each of the 1,900 icons.
import nodesJson from 'lucide-static/icon-nodes.json?raw'
import tagsJson from 'lucide-static/tags.json?raw'
import type { Icon, IconPart } from './find-icons.ts'

const tags = JSON.parse(tagsJson) as Readonly<Record<string, readonly string[]>>
const nodes = JSON.parse(nodesJson) as Readonly<Record<string, readonly IconPart[]>>

/** All icons, by name. A large module: it is loaded when the dialog opens. */
export const icons: readonly Icon[] = Object.entries(nodes).map(([id, parts]) => ({
  id,
  name: id.replaceAll('-', ' '),
  synonyms: tags[id] ?? [],
  parts,
}))
