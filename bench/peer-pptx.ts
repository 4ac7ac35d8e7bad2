import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

/** The file that dom-to-pptx makes of a deck, from reveal.js's own pages for paper; null if it is not in `tools`. */
export async function peerFile(
  browser: Browser,
  url: string,
  tools: string,
  size: { readonly width: number; readonly height: number },
): Promise<Buffer | null> {
  const bundle = join(tools, 'node_modules/dom-to-pptx/dist/dom-to-pptx.bundle.js')
  if (!existsSync(bundle)) return null
  const context = await browser.newContext({ viewport: size })
  try {
    const page = await context.newPage()
    const query = `print-pdf&pdfSeparateFragments=false&margin=0&width=${size.width}&height=${size.height}`
    await page.goto(`${url}?${query}`, { waitUntil: 'load' })
    await page.waitForSelector('.pdf-page')
    await page.addScriptTag({ path: bundle })
    const base64 = (await page.evaluate(`(async()=>{
      await document.fonts.ready
      const blob=await domToPptx.exportToPptx([...document.querySelectorAll('.pdf-page')],{skipDownload:true,fileName:'peer.pptx'})
      const bytes=new Uint8Array(await blob.arrayBuffer())
      let text=''
      for(let i=0;i<bytes.length;i+=32768)text+=String.fromCharCode(...bytes.subarray(i,i+32768))
      return btoa(text)
    })()`)) as string
    return Buffer.from(base64, 'base64')
  } finally {
    await context.close()
  }
}
