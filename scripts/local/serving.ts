import type { ServedApi } from './gate/startGate.ts'
import { StartError } from './startError.ts'
import { services } from './services/list.ts'
import type { App, RunningService, ServedService } from './services/service.ts'

/** An app that is being served, with what its services have created for it. */
export type Serving = {
  app: App
  served: ServedService[]
  /** The APIs that functions may call. */
  apis: ServedApi[]
  answer: NonNullable<ServedService['answer']>
  /** Starts to invoke functions on table changes, messages and schedules. Only one app may do that at a time. */
  listen: () => Promise<void>
  /** Stops invoking functions. */
  stopListening: () => Promise<void>
  close: () => Promise<void>
}

/** Starts an app in all services, in the order of their list. Rejects with a StartError, and stops what it has started. */
export async function serveApp(runningServices: readonly RunningService[], app: App): Promise<Serving> {
  const servedServices: ServedService[] = []
  const apis: ServedApi[] = []
  let closeFunctions: (() => Promise<void>)[] = []

  const stopListening = async (): Promise<void> => {
    const all = closeFunctions
    closeFunctions = []
    await Promise.all(all.map((end) => end()))
  }
  const close = async (): Promise<void> => {
    await stopListening()
    for (const { close: end } of servedServices.toReversed()) await end?.()
  }
  try {
    for (const [index, { serve }] of runningServices.entries()) {
      const service = await serve(app)
      servedServices.push(service)
      const api = services[index]?.api?.(app.assembly)
      if (api && service.handle) apis.push({ api, handle: service.handle })
    }
    const answer = servedServices.flatMap((service) => service.answer ?? [])[0]
    if (!answer) throw new StartError('Nothing in the app answers at the one origin.')
    return {
      app,
      served: servedServices,
      apis,
      answer,
      async listen() {
        try {
          for (const { listen } of servedServices) if (listen) closeFunctions.push(await listen())
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
