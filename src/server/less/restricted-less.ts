/// <reference path="./less-core.d.ts" />
import createLess, { type LessCore } from 'less/lib/less/index.js'

/** less functions that read a file's content or size. */
const fileFunctions = ['data-uri', 'image-size', 'image-width', 'image-height']

function refuse(what: string): never {
  throw new Error(`${what} is not allowed`)
}

/** Refuses plugins: they are programs. */
class NoPlugins {
  loadPlugin(): Promise<never> {
    return Promise.reject(new Error('@plugin is not allowed'))
  }
  loadPluginSync(): never {
    return refuse('@plugin')
  }
  evalPlugin(): never {
    return refuse('@plugin')
  }
}

/**
 * Creates a LESS compiler without access to files or network: it is built from less's core, so the modules that read
 * files and open connections are not even loaded. Unmodified less runs programs named by `@plugin` in our process, and
 * embeds any file in the style sheet.
 */
export function createRestrictedLess(): { compile(source: string): Promise<string> } {
  const less: LessCore = createLess(
    {
      encodeBase64: () => refuse('Embedding files'),
      mimeLookup: () => refuse('Embedding files'),
      charsetLookup: () => refuse('Embedding files'),
      getSourceMapGenerator: () => refuse('A source map'),
    },
    [],
  )
  less.PluginLoader = NoPlugins
  for (const name of fileFunctions) less.functions.functionRegistry.add(name, () => refuse(`${name}()`))
  return {
    async compile(source) {
      const { css } = await less.render(source, {
        javascriptEnabled: false,
        disablePluginRule: true,
        math: 1,
        strictImports: true,
      })
      return css
    },
  }
}
