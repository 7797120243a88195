import { jsonResponse, readBody, send } from './http.ts'
import { type Clock, faultableServices, faultKinds, type Faults, type Handle } from './types.ts'

type ControlTargets = {
  clock: Clock
  setFaults: (faults: Faults | undefined) => void
  faultCounts: () => unknown
  /** Part of the `health` response, so that a second start knows which cloud is running. */
  dataDir: string
}

/**
 * The JSON API for tests under `/_local/control`: `clock` (GET; PUT `{"instant": "…Z"}`, or `{}` for the real time), `faults` (GET counts,
 * PUT, DELETE) and `health`. 400 for invalid requests.
 */
export function control({ clock, setFaults, faultCounts, dataDir }: ControlTargets): Handle {
  const time = () => ({ instant: new Date(clock.now()).toISOString() })
  return async (request, response, path) => {
    const reply = (status: number, value: unknown) => send(response, jsonResponse(status, value))
    try {
      switch (`${request.method} ${path}`) {
        case 'GET /health':
          return reply(200, { status: 'ok', pid: process.pid, dataDir })
        case 'GET /clock':
          return reply(200, time())
        case 'PUT /clock':
          clock.set(readInstant(await readJson(request)))
          return reply(200, time())
        case 'GET /faults':
          return reply(200, faultCounts())
        case 'PUT /faults':
          setFaults(readFaults(await readJson(request)))
          return reply(200, {})
        case 'DELETE /faults':
          setFaults(undefined)
          return reply(200, {})
        default:
          return reply(404, { message: `There is no ${request.method} ${path} here.` })
      }
    } catch (error) {
      return reply(400, { message: (error as Error).message })
    }
  }
}

async function readJson(request: Parameters<Handle>[0]): Promise<Record<string, unknown>> {
  const body = (await readBody(request, 10_000)).toString()
  const value: unknown = JSON.parse(body || '{}')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The body is no JSON object.')
  return value as Record<string, unknown>
}

function readInstant({ instant }: Record<string, unknown>): string | undefined {
  if (instant === undefined) return undefined
  if (typeof instant === 'string' && instant.endsWith('Z') && !Number.isNaN(Date.parse(instant))) return instant
  throw new Error('"instant" is no instant like 2026-06-11T18:00:00Z.')
}

function readFaults(value: Record<string, unknown>): Faults {
  const names: readonly string[] = ['seed', 'services', 'operations', ...faultKinds]
  const unknownName = Object.keys(value).find((name) => !names.includes(name))
  if (unknownName) throw new Error(`There is no fault "${unknownName}".`)
  if (!Number.isInteger(value.seed)) throw new Error('"seed" is no whole number.')
  for (const name of faultKinds) {
    const share = value[name] ?? 0
    if (typeof share !== 'number' || !(share >= 0 && share <= 1))
      throw new Error(`"${name}" is no share between 0 and 1.`)
  }
  const { operations = [], services = [] } = value
  if (!Array.isArray(operations) || operations.some((name) => typeof name !== 'string'))
    throw new Error('"operations" is no list of names.')
  if (!Array.isArray(services) || services.some((name) => !faultableServices.some((faultable) => faultable === name)))
    throw new Error(`"services" is no list of ${faultableServices.join(', ')}.`)
  return value as Faults
}
