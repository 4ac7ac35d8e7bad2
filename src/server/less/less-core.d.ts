/** The compiler of less without the parts that know Node: no files, no network, no plugins. */
declare module 'less/lib/less/index.js' {
  /** What less asks of the place it runs in. */
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
