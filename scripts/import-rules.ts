/** A kind of file, by path and name, with the project files and packages it may import. */
export interface FileKind {
  readonly name: string
  readonly files: RegExp
  /** Project paths it may import. */
  readonly sees: readonly RegExp[]
  /** Packages and built-in modules it may not import. */
  readonly without: readonly RegExp[]
  /** Shown with a violation: what to do instead. */
  readonly instead: string
  /** Whether it may import everything in its own folder (src/api/decks/ …). */
  readonly ownFolder?: boolean
}

const rules = /^src\/rules\//
const document = /^src\/document\//
const themes = /^src\/themes\//
const anywhereBlocks =
  /^src\/blocks\/(?!editors|players|exporters|block-editor|block-player)[a-z-]+\.ts$|^src\/blocks\/[a-z-]+\/(?!editor|player|export)[a-z-]+\.ts$/
const exporters = /^src\/blocks\/(exporters|[a-z-]+\/export)\.ts$/
const blocks = /^src\/blocks\//
const player = /^src\/player\//
const editor = /^src\/editor\//
/** The model of the editor and what it is made of, and the editing of text: they need no canvas. */
const model =
  /^src\/editor\/((commands|history|geometry|text)\/|state\/(editor-model|editor-state|selection|overflow|text-format)\.ts$)/
/** The API's shared files: contracts, channel messages, page data, the typed client. */
const contracts =
  /^src\/api\/(contract|inputs|paging|client|api-error|[a-z-]+\/(contract|messages|[a-z-]*page-data|shared-deck)|pages\/(page-protocol|site|viewer))\.ts$/
const realtimeClients = /^src\/realtime\/[a-z-]+\/client\.ts$/
const ui = /^src\/ui\//
const api = /^src\/api\//
const server = /^src\/server\//

const node = /^node:/
const browserPackages = /^(react|react-dom|react-router|lucide-react|@base-ui\/react|dompurify|reveal\.js)(\/|$)/
const serverPackages = /^(fastify|@fastify\/.*|kysely|pg|pino|sharp|nodemailer|playwright-core|less|redis)(\/|$)/
const reveal = /^reveal\.js(\/|$)/

/** The import rules; the first matching kind counts. */
export const fileKinds: readonly FileKind[] = [
  {
    name: 'rules',
    files: rules,
    sees: [rules],
    without: [/./],
    instead: 'Rules are plain data and functions. Hand in what they need as an argument.',
  },
  {
    name: 'the built-in themes',
    files: themes,
    sees: [rules, themes],
    without: [/./],
    instead: 'A theme is plain data beside its style sheet. api/themes reads the files.',
  },
  {
    name: 'the document',
    files: document,
    sees: [rules, themes, document],
    without: [node, browserPackages, serverPackages],
    instead: 'It runs anywhere and is handed the blocks. Take what comes from outside as an argument.',
  },
  {
    name: 'a contract or message',
    files: contracts,
    sees: [rules, document, contracts],
    without: [node, browserPackages, serverPackages],
    instead: 'Browser and server both read it. Move what needs either into routes.ts or queries.ts.',
  },
  {
    name: 'a block, where it runs anywhere',
    files: anywhereBlocks,
    sees: [rules, document, blocks],
    without: [node, browserPackages, serverPackages],
    instead: "Put panels into the block's editor.tsx, what happens when it is shown into player.ts.",
  },
  {
    name: "a block's exporter",
    files: exporters,
    sees: [rules, document, blocks],
    without: [browserPackages],
    instead: 'It runs on the server: it is handed the block and gives back its native form.',
  },
  {
    name: 'a block in the browser',
    files: blocks,
    sees: [rules, document, blocks, ui],
    without: [node, serverPackages, reveal],
    instead: 'A block knows slides and itself. What the editor or player can do for it is handed in.',
  },
  {
    name: 'the player',
    files: player,
    sees: [rules, document, blocks, player],
    without: [node, serverPackages, /^react(-dom|-router)?(\/|$)/],
    instead: 'The player runs alone in its frame. Pages talk to it through its port (player/messages.ts).',
  },
  {
    name: 'the model of the editor',
    files: model,
    sees: [rules, document, blocks, model, /^src\/editor\/(html\/markup|clipboard\/pasted|find\/find-state)\.ts$/],
    without: [node, serverPackages, browserPackages, reveal],
    instead: 'It needs no canvas and no page. Take what it must know of them as an argument (editor/state/editor.ts).',
  },
  {
    name: 'the editor',
    files: editor,
    sees: [rules, themes, document, blocks, player, editor, ui],
    without: [node, serverPackages, reveal],
    instead: 'The editor knows no network and no page: load, save and upload are handed in (editor/state/services.ts).',
  },
  {
    name: 'the components of the design system',
    files: ui,
    sees: [rules, ui],
    without: [node, serverPackages, reveal],
    instead: 'They know nothing of decks. Hand in texts and values, or put the component into web/features.',
  },
  {
    name: 'the web app',
    files: /^src\/web\//,
    sees: [
      rules,
      themes,
      document,
      ui,
      blocks,
      player,
      editor,
      contracts,
      realtimeClients,
      /^src\/web\//,
      /^CHANGELOG\.md/,
    ],
    without: [node, serverPackages, reveal],
    instead: 'Of the API it sees what browser and server share (contract.ts, messages.ts), of realtime client.ts.',
  },
  {
    name: 'the machinery of the server',
    files: server,
    sees: [rules, server, /^src\/document\/sanitize\//],
    without: [browserPackages],
    instead:
      'It knows nothing of decks. Put what does into a folder of api, and hand it in where the parts are joined.',
  },
  {
    name: 'the list of the API and what is joined from it',
    files: /^src\/api\/(index|jobs|mount|route|actor)\.ts$/,
    sees: [rules, document, api, server],
    without: [browserPackages],
    instead: 'Join the parts in src/create-server.ts.',
  },
  {
    name: 'a resource of the API',
    files: api,
    sees: [
      rules,
      themes,
      document,
      anywhereBlocks,
      exporters,
      /^src\/api\/(?!(index|jobs)\.ts$)(?![a-z-]+\/(routes|jobs)\.ts$)/,
      server,
    ],
    without: [browserPackages],
    instead: "Use another resource's queries.ts, never its routes or jobs; join the parts in src/create-server.ts.",
    ownFolder: true,
  },
  {
    name: 'a socket server',
    files: /^src\/realtime\//,
    sees: [
      rules,
      document,
      anywhereBlocks,
      /^src\/realtime\//,
      /^src\/api\/([a-z-]+\/[a-z-]*queries|actor|decks\/load-deck|batches\/accept-batch)\.ts$/,
      contracts,
      server,
    ],
    without: [browserPackages],
    instead: 'Of the API it uses queries, what the permissions are asked with, and how a batch is written.',
  },
  {
    name: 'backups',
    files: /^src\/backup\//,
    sees: [/^src\/backup\//, rules, api, server],
    without: [browserPackages],
    instead: 'A backup knows tables and files; what it must ask of decks, it asks the API.',
  },
  {
    name: 'what joins the parts',
    files: /^src\/[a-z-]+(\.d)?\.ts$/,
    sees: [/^src\/(?!testing\/)/],
    without: [],
    instead: 'Only tests import src/testing.',
  },
  {
    name: 'tests and tools',
    files: /^(src\/testing|scripts|e2e|bench)\/|^[a-z.-]+\.config\.ts$/,
    sees: [/./],
    without: [],
    instead: '',
  },
]

/**
 * The folders of src/ from bottom to top; a file imports from its own folder and those below. Above them are the files
 * of src/ itself, then src/testing and the tools.
 */
export const layers = [
  'rules',
  'themes',
  'document',
  'ui',
  'blocks',
  'player',
  'editor',
  'server',
  'api',
  'realtime',
  'backup',
  'web',
] as const

/** Modules that can open connections, and the files that may import them; all others must use the guarded clients. */
export const socketModules = /^node:(http|https|http2|net|tls|dgram)$/
export const socketFiles: readonly RegExp[] = [
  /^src\/server\/content\/self-test\.ts$/,
  /^src\/server\/identity\/guarded-(fetch|download)\.ts$/,
  // Only check whether a text is an IP address.
  /^src\/server\/identity\/public-address\.ts$/,
  /^src\/server\/http\/request-counters\.ts$/,
]
