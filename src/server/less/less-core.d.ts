/** The core of less without its Node parts: no files, no network, no plugins. */
declare module 'less/lib/less/index.js' {
  /** What less needs of its environment. */
  export interface LessEnvironment {
    encodeBase64(text: string): string
    mimeLookup(filename: string): string
    charsetLookup(mime: string): string
    getSourceMapGenerator(): unknown
  }
  export interface LessCore {
    PluginLoader: unknown
    functions: { functionRegistry: { add(name: string, run: (...values: unknown[]) => unknown): void } }
    render(source: string, options: Record<string, unknown>): Promise<{ css: string }>
  }
  export default function createLess(environment: LessEnvironment, fileManagers: readonly unknown[]): LessCore
}
