/** The worker thread of render-slides.ts: renders the slides in its workerData. */
import { parentPort, workerData } from 'node:worker_threads'
import { renderAll } from './render-all.ts'

parentPort?.postMessage(await renderAll(workerData as Readonly<Record<string, string>>))
