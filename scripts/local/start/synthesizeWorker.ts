import { parentPort, workerData } from 'node:worker_threads'
import { cdkApp } from '#infra/app.ts'
import { bundles } from './bundles.ts'

export type SynthOrder = { outdir: string }
/** `problem` is the error message, if it failed. */
export type SynthMessage = { problem?: string }

const { outdir } = workerData as SynthOrder
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
const post = (message: SynthMessage): void => parentPort?.postMessage(message)
try {
  await bundles()
  cdkApp({ stage: 'local', outdir, isChecked: false }).synth()
  post({})
} catch (error) {
  post({ problem: error instanceof Error ? error.message : String(error) })
}
