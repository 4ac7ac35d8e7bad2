import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../find-program.ts'
import { plainEnvironment, runProgram } from './running-program.ts'

const run = promisify(execFile)

/** An X server without a screen, on a number that no other one has. */
export interface VirtualDisplay {
  /** Value of DISPLAY: ':7'. */
  readonly name: string
  /**
   * Gives the keyboard to the window whose title matches. Do so before a text is typed into: a browser needs a moment
   * to begin composing in a window that got the keyboard, and does not tell when it has.
   */
  focus(title: RegExp): Promise<void>
  /**
   * Presses keys, named as X names them ('dead_acute', 'e', 'ctrl+z'). They come as from a keyboard of the layout
   * us(intl): the X server sends them.
   */
  press(keys: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Xvfb, or null. */
export function findDisplay(): string | null {
  return findProgram(['Xvfb'])
}

/** Presses keys of an X server: xdotool, or null. */
export function findKeyPresser(): string | null {
  return findProgram(['xdotool'])
}

/** Starts an X server that keeps its files in `folder`. Throws when none is installed. */
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
