import { Worker } from 'node:worker_threads'
import type { SynthMessage, SynthOrder } from './synthesizeWorker.ts'
import { StartError } from '../startError.ts'

/**
 * Bundles the functions and synthesizes the CDK app of stage local into `outdir`. In a separate thread, which frees
 * CDK's memory at its end and loads the app's modules anew each time. Rejects with the app's own message.
 */
export function synthesize(outdir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./synthesizeWorker.ts', import.meta.url), {
      workerData: { outdir } satisfies SynthOrder,
      execArgv: [],
    })
    worker.on('message', (message: SynthMessage) => {
      if (message.problem === undefined) resolve()
      else reject(new StartError(message.problem))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new StartError(`The CDK app ended with ${code} before it was synthesized.`)))
  })
}
