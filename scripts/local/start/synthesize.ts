import { Worker } from 'node:worker_threads'
import type { SynthMessage, SynthOrder } from './synthesizeWorker.ts'
import { StartError } from '../startError.ts'

/**
 * Bundles the functions and synthesizes the CDK app of stage local into `outdir`. In a thread of its own, because the
 * CDK's memory is given back at its end, and because the app's modules are then read anew each time. Rejects with the
 * app's own sentence.
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
