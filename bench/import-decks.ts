import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createPictures } from '../src/server/chromium/create-pictures.ts'
import { createLog } from '../src/server/http/logging.ts'

const run = promisify(execFile)

/** Whether a program is installed. */
export async function isInstalled(program: string, flag = '-v'): Promise<boolean> {
  return run(program, [flag]).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
}

const words = 'quarter revenue region growth harbor fern moss lichen budget target survey partner release design'.split(
  ' ',
)
const sentence = (seed: number) =>
  Array.from({ length: 9 }, (_, at) => words[(seed * 7 + at * 5) % words.length]).join(' ')
const style =
  '<style>@page{size:10in 5.625in;margin:0}body{margin:0;font-family:sans-serif}section{position:relative;break-after:page;width:960px;height:540px;overflow:hidden}h2{margin:50px 70px 20px;color:#14508f}li{margin:8px 70px;font-size:22px}img{position:absolute;inset:0;width:100%}</style>'

/** A PDF of pages that the browser prints, as exports of slides are. */
async function printed(pages: readonly string[]): Promise<Uint8Array> {
  const pictures = createPictures({ chromiumPath: null, log: createLog('silent') })
  const sections = pages.map((page) => `<section>${page}</section>`).join('')
  return pictures.pdf(`<!doctype html>${style}${sections}`).finally(() => pictures.close())
}

/** Pages with a heading and a list, each fourth on a gradient. */
export function textDeck(pages: number): Promise<Uint8Array> {
  const ground = '<div style="position:absolute;inset:0;z-index:-1;background:linear-gradient(120deg,#fff,#cfe)"></div>'
  return printed(
    Array.from({ length: pages }, (_, page) => {
      const items = Array.from({ length: 9 }, (_one, row) => `<li>${sentence(page + row)}</li>`)
      return `${page % 4 === 0 ? ground : ''}<h2>Page ${page + 1}: ${words[page % words.length]}</h2><ul>${items.join('')}</ul>`
    }),
  )
}

/** Pages with a photo of 1600 x 1100 px and a line of text. */
export async function pictureDeck(pages: number): Promise<Uint8Array> {
  const photo = async (seed: number) => {
    const noise = { type: 'gaussian' as const, mean: 90 + seed * 20, sigma: 30 }
    const small = await sharp({ create: { width: 160, height: 110, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer()
    const large = await sharp(small).resize(1600, 1100, { kernel: 'cubic' }).jpeg({ quality: 80 }).toBuffer()
    return `data:image/jpeg;base64,${large.toString('base64')}`
  }
  const photos = await Promise.all([0, 1, 2, 3].map(photo))
  return printed(
    Array.from(
      { length: pages },
      (_, page) =>
        `<img src="${photos[page % 4]}" alt=""><h2 style="position:absolute;opacity:.9">Photo ${page + 1}</h2>`,
    ),
  )
}
