import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../find-program.ts'
import { plainEnvironment, runProgram } from './running-program.ts'

const run = promisify(execFile)

/** An X server without a screen, on a free display number. */
export interface VirtualDisplay {
  /** Value of DISPLAY: ':7'. */
  readonly name: string
  /**
   * Focuses the window whose title matches. Call it before typing: after a focus change a browser needs a moment until
   * it can compose, without an event.
   */
  focus(title: RegExp): Promise<void>
  /** Presses keys by their X names ('dead_acute', 'e', 'ctrl+z'), sent by the X server with the layout us(intl). */
  press(keys: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Xvfb, or null. */
export function findDisplay(): string | null {
  return findProgram(['Xvfb'])
}

/** xdotool, which presses keys of an X server, or null. */
export function findKeyPresser(): string | null {
  return findProgram(['xdotool'])
}

/** Starts an X server with its files in `folder`. Throws if none is installed. */
export async function startDisplay(folder: string): Promise<VirtualDisplay> {
  const program = findDisplay()
  if (program === null) throw new Error('No Xvfb was found. Install it (such as: apt install xvfb).')
  const server = runProgram(
    program,
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset'],
    plainEnvironment(folder),
  )
  const name = `:${(await server.printed(/^(\d+)\n/m))[1]}`
  const tool = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, args, { env: { PATH: process.env.PATH, DISPLAY: name } })).stdout
  return {
    name,
    focus: async (title) => {
      await tool('setxkbmap', '-layout', 'us', '-variant', 'intl')
      const [window = ''] = (await tool('xdotool', 'search', '--onlyvisible', '--name', title.source)).split('\n')
      await tool('xdotool', 'windowfocus', '--sync', window)
    },
    press: async (keys) => void (await tool('xdotool', 'key', '--delay', '30', ...keys)),
    stop: () => server.end(),
  }
}
