import type { ServedApi } from './gate/startGate.ts'
import { StartError } from './startError.ts'
import { services } from './services/list.ts'
import type { App, Running, Served } from './services/service.ts'

/** An app that is being served, with what its services have created for it. */
export type Serving = {
  app: App
  served: Served[]
  /** The APIs that functions may call. */
  apis: ServedApi[]
  answer: NonNullable<Served['answer']>
  /** Starts to invoke functions on table changes, messages and schedules. Only one app may do that at a time. */
  listen: () => Promise<void>
  /** Stops invoking functions. */
  stopListening: () => Promise<void>
  close: () => Promise<void>
}

/** Starts an app in all services, in the order of their list. Rejects with a StartError, and stops what it has started. */
export async function serveApp(running: readonly Running[], app: App): Promise<Serving> {
  const served: Served[] = []
  const apis: ServedApi[] = []
  let ends: (() => Promise<void>)[] = []

  const stopListening = async (): Promise<void> => {
    const all = ends
    ends = []
    await Promise.all(all.map((end) => end()))
  }
  const close = async (): Promise<void> => {
    await stopListening()
    for (const { close: end } of served.toReversed()) await end?.()
  }
  try {
    for (const [index, { serve }] of running.entries()) {
      const one = await serve(app)
      served.push(one)
      const api = services[index]?.api?.(app.assembly)
      if (api && one.handle) apis.push({ api, handle: one.handle })
    }
    const answer = served.flatMap((one) => one.answer ?? [])[0]
    if (!answer) throw new StartError('Nothing in the app answers at the one origin.')
    return {
      app,
      served,
      apis,
      answer,
      async listen() {
        try {
          for (const { listen } of served) if (listen) ends.push(await listen())
        } catch (error) {
          await stopListening()
          throw error
        }
      },
      stopListening,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
