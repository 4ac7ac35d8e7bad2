/**
 * The shared chunks of the web build with their modules and size budgets. The build is split by this table
 * (split-chunks.ts). The budgets of all other chunks and of first loads are in chunk-budgets.ts.
 */

/** The entry scripts of pages: src/web/entries. */
export const entryNames = ['app', 'visitor', 'deck', 'editor', 'password', 'live', 'stage'] as const
/** An entry script. */
export type EntryName = (typeof entryNames)[number]

/** A module of the build, and the entries it belongs to. */
export interface ChunkModule {
  /** Path of its file, with forward slashes. */
  readonly id: string
  /** The entries that import it statically, directly or not. Empty: it is loaded on demand. */
  readonly entries: ReadonlySet<EntryName>
  /** The entries that may load it at all, dynamic imports included. */
  readonly users: ReadonlySet<EntryName>
}

/** A chunk for modules that several chunks import. */
export interface SharedChunk {
  /** The file name before the hash. */
  readonly name: string
  /** Budget of its script and styles, gzip-compressed, in kB of 1,000 bytes. */
  readonly kB: number
  /** Whether a module belongs to it, unless an earlier row holds the module. */
  readonly holds: (module: ChunkModule) => boolean
}

const needs = ({ entries }: ChunkModule, ...names: readonly EntryName[]) => names.some((name) => entries.has(name))
const isShared = ({ entries }: ChunkModule) => entries.size > 1
const isOnlyOf = ({ users }: ChunkModule, ...names: readonly EntryName[]) =>
  [...users].every((user) => names.includes(user))
const isLater = ({ entries }: ChunkModule) => entries.size === 0
/** Modules below these paths that are loaded on demand. */
const later = (...paths: readonly string[]) => {
  return (module: ChunkModule) => isLater(module) && paths.some((path) => module.id.includes(`/src/${path}`))
}
const fromPackage = (packages: RegExp) => {
  return ({ id }: ChunkModule) =>
    packages.test(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(id)?.[1] ?? '')
}

const isIcon = fromPackage(/^lucide-react$/)
const isParser = (module: ChunkModule) =>
  fromPackage(/^(parse5|entities)$/)(module) || module.id.endsWith('/src/web/character-references.ts')
const isPopover = ({ id }: ChunkModule) => id.includes('/node_modules/@base-ui/react/popover/')
const isOfThemesOrMedia =
  /\/src\/(blocks\/|document\/|editor\/|rules\/|ui\/(uploads\/|item-press|use-item-drag|menu-at)|web\/data\/send-file)/

/**
 * Initial modules are grouped by the entries that import them, so that a page loads few files and no unused ones. The
 * rows are ordered by the number of entries: a chunk imports only chunks of rows above its own.
 */
export const sharedChunks: readonly SharedChunk[] = [
  { name: 'react', kB: 69, holds: fromPackage(/^(react|react-dom|scheduler|use-sync-external-store)$/) },
  // Imported dynamically by pages without React.
  { name: 'fonts', kB: 1, holds: ({ id }) => id.endsWith('/src/ui/fonts.css') },
  // The visitor's script of home and Explore, and pages around decks.
  {
    name: 'common',
    kB: 7.5,
    holds: (module) => needs(module, 'visitor') && needs(module, 'deck', 'live', 'password'),
  },
  // The visitor's script, and the app or the editor.
  { name: 'common-header', kB: 2.2, holds: (module) => isShared(module) && needs(module, 'visitor') },
  // Pages around decks, and the app or the editor.
  {
    name: 'common-page',
    kB: 2.5,
    holds: (module) =>
      (needs(module, 'deck', 'live', 'password') && needs(module, 'app', 'editor')) ||
      module.id.endsWith('/features/live/frame-allowance.ts'),
  },
  // The audience's page and the presenter's pages.
  { name: 'live-stream', kB: 17, holds: (module) => needs(module, 'live') && needs(module, 'stage') },
  { name: 'deck-views', kB: 1, holds: (module) => isShared(module) && needs(module, 'password') },
  // Apart from deck-frame, whose styles would leak into the presenter's pages.
  {
    name: 'frame-port',
    kB: 1.5,
    holds: (module) => needs(module, 'deck') && needs(module, 'live') && !isOnlyOf(module, 'deck', 'live'),
  },
  { name: 'deck-frame', kB: 6.5, holds: (module) => needs(module, 'deck') && needs(module, 'live') },
  { name: 'live-parts', kB: 1, holds: (module) => needs(module, 'live') && !isOnlyOf(module, 'live') },
  // UI components of the app, the editor and the presenter's pages.
  { name: 'interface', kB: 46.2, holds: (module) => isShared(module) && needs(module, 'stage') },
  { name: 'menus', kB: 20, holds: (module) => needs(module, 'app') && needs(module, 'editor') },
  // Apart from the dialogs, since the presenter's pages link to no help.
  { name: 'help-topics', kB: 1.8, holds: ({ id }) => id.endsWith('/src/rules/help-topics.ts') },
  // Initial modules of the app that the editor and the presenter's pages load on demand.
  {
    name: 'dialogs',
    kB: 11.6,
    holds: (module) =>
      (needs(module, 'app') && !isOnlyOf(module, 'app', 'visitor')) || later('ui/palette', 'ui/use-opening')(module),
  },
  // Apart from the rest of editor-shared, so that lists of decks need not load its styles.
  { name: 'file-drop', kB: 1, holds: ({ id }) => id.includes('/src/ui/form/file-drop.') },
  // Apart from the rest of editor-shared: only the pages of themes, the media library and reviews need it, no list of
  // decks and no page of the presenter.
  {
    name: 'editor-document',
    kB: 66,
    holds: (module) =>
      needs(module, 'editor') &&
      !isOnlyOf(module, 'editor') &&
      !module.users.has('stage') &&
      (isParser(module) || isPopover(module) || isOfThemesOrMedia.test(module.id)),
  },
  // Initial modules of the editor that other pages load on demand.
  { name: 'editor-shared', kB: 7.2, holds: (module) => needs(module, 'editor') && !isOnlyOf(module, 'editor') },
  { name: 'editor-core', kB: 145, holds: (module) => needs(module, 'editor') },
  { name: 'app-core', kB: 52, holds: (module) => needs(module, 'app') },
  { name: 'editor-icons', kB: 3, holds: (module) => isIcon(module) && isLater(module) && isOnlyOf(module, 'editor') },
  // Small modules that many pages and dialogs load on demand.
  {
    name: 'page-parts',
    kB: 5,
    holds: (module) =>
      (isIcon(module) && isLater(module)) ||
      later(
        'ui/throttle',
        'ui/use-removal-focus',
        'rules/speaker-layouts',
        'rules/format-duration',
        'web/features/live/slide-aspect',
      )(module),
  },
  // The control of colors, for the panels of the editor and the pages of themes.
  {
    name: 'color-picker',
    kB: 3,
    holds: later(
      'ui/color/color-mixer',
      'ui/color/color-popup',
      'ui/color/eyedropper',
      'ui/color/recent-colors',
      'ui/color/swatch-row',
    ),
  },
  // The state of a sync, for the exports of a deck and the settings.
  {
    name: 'file-storage',
    kB: 2,
    holds: later(
      'web/features/file-storage/sync-state',
      'web/features/file-storage/file-storage.module',
      'api/file-storage/contract',
      'rules/file-storage',
    ),
  },
  // The remarks of an import, for its dialog and the reports that are kept.
  { name: 'import-report', kB: 1.5, holds: later('web/features/import/import-report', 'api/imports/contract') },
  { name: 'built-in-themes', kB: 1.5, holds: later('themes/') },
  // The in-place editing of tables, code and crops.
  {
    name: 'block-editing',
    kB: 10.5,
    holds: (module) =>
      isLater(module) &&
      /\/blocks\/(table\/(cell-|copied-cells|editor-c|table-edits)|image\/crop|code\/(editor-typing|guess-language|indent))/.test(
        module.id,
      ),
  },
  { name: 'find', kB: 5.2, holds: later('editor/find/') },
  // Small modules of several panels of the editor.
  {
    name: 'panel-parts',
    kB: 2.5,
    holds: later(
      'ui/color/use-drag',
      'editor/panels/use-shown-size',
      'editor/panels/use-editor-over-canvas',
      'editor/panels/text-controls',
      'editor/panels/use-theme-color',
      'editor/fonts/use-custom-fonts',
      'editor/panels/link-input',
    ),
  },
  // What the drawing of charts and the paste of tables share.
  {
    name: 'chart-parts',
    kB: 2.5,
    holds: (module) =>
      isLater(module) && /\/blocks\/(chart\/(chart-data|number-format|sheet)|number-text|text-width)\./.test(module.id),
  },
  // The layouts of slides, for '+ Slide' and the panels that show them.
  { name: 'slide-layouts', kB: 5, holds: later('editor/templates/', 'blocks/text/blank') },
  {
    name: 'template-panels',
    kB: 3.5,
    holds: later(
      'web/pages/editor/templates/side-panel',
      'web/pages/editor/templates/template-card',
      'web/pages/editor/templates/templates-panel.module',
      'web/pages/editor/templates/use-slide-size',
    ),
  },
  // Without the fields that few pages have.
  {
    name: 'forms',
    kB: 4.2,
    holds: (module) => later('ui/form/')(module) && !/\/(day-field|choice-cards|dropped-files)\./.test(module.id),
  },
  {
    name: 'deck-cards',
    kB: 6,
    holds: later(
      'web/features/deck-card/',
      'web/features/stage/',
      'ui/pagination',
      'ui/scroll-edges',
      'ui/tab-links',
      'ui/skeleton',
    ),
  },
  {
    name: 'codemirror',
    kB: 135,
    holds: fromPackage(
      /^(@codemirror\/(?!lang-).*|@lezer\/(common|highlight)|@marijn\/.*|codemirror|style-mod|w3c-keyname|crelt)$/,
    ),
  },
  { name: 'lang-parser', kB: 9.5, holds: fromPackage(/^@lezer\/lr$/) },
  {
    name: 'code-editor',
    kB: 6,
    holds: later(
      'ui/code-editor/text-editor-dialog',
      'ui/code-editor/code-editor',
      'web/pages/editor/html-dialogs.module',
      'document/markup-problems',
    ),
  },
]
