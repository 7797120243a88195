import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a request costs: read and write units by AWS's rules, calls, and sequential round trips (calls at the same time count as one).
 * Computed from item sizes, since DynamoDB Local reports other figures than AWS bills.
 */
export type Meter = { readUnits: number; writeUnits: number; calls: number; trips: number }

type Request = { meter: Meter; inFlight: number; sizes: Map<string, number>; values: Map<string, unknown> }
const currentRequest = new AsyncLocalStorage<Request>()

/** Runs work with a meter of its own, to which the calls of this request are added, also while other requests run. */
export async function runMetered<T>(work: (meter: Meter) => Promise<T>): Promise<T> {
  const meter: Meter = { readUnits: 0, writeUnits: 0, calls: 0, trips: 0 }
  return currentRequest.run({ meter, inFlight: 0, sizes: new Map(), values: new Map() }, () => work(meter))
}

/** Makes a call and adds its cost to the meter of the request. A trip begins with a call while no other is under way. */
export async function meterCall<T>(call: () => Promise<T>, cost: (answer: T) => Partial<Meter>): Promise<T> {
  const request = currentRequest.getStore()
  if (!request) return call()
  const { meter } = request
  meter.calls++
  if (request.inFlight++ === 0) meter.trips++
  try {
    const response = await call()
    const { readUnits = 0, writeUnits = 0 } = cost(response)
    meter.readUnits += readUnits
    meter.writeUnits += writeUnits
    return response
  } finally {
    request.inFlight--
  }
}

/** A value of the current request by name, created when it is first asked for; undefined outside of a request. */
export function perRequest<T>(name: string, create: () => T): T | undefined {
  const values = currentRequest.getStore()?.values
  if (values && !values.has(name)) values.set(name, create())
  return values?.get(name) as T | undefined
}

/** What the request has put into the media bucket, whose malware scan is billed by object and by byte. */
export const uploadsOfRequest = () => perRequest('put', () => ({ objects: 0, bytes: 0 }))

/** Counts an object of so many bytes that was put there. */
export function countUpload(bytes: number): void {
  const uploads = uploadsOfRequest()
  if (!uploads) return
  uploads.objects++
  uploads.bytes += bytes
}

/** Remembers the size of an item that the request has read, by its key as text. */
export function rememberSize(key: string, bytes: number): void {
  currentRequest.getStore()?.sizes.set(key, bytes)
}

/** The size of an item that the request has read; 0 if it has not. */
export const rememberedSize = (key: string): number => currentRequest.getStore()?.sizes.get(key) ?? 0

/** The read units of so many bytes: one for each 4 KB begun, half for an eventually consistent read; at least one, or half. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5)

/** The write units of an item of so many bytes: one for each KB begun, twice in a transaction. */
export const writeUnits = (bytes: number, transaction: boolean): number =>
  Math.max(1, Math.ceil(bytes / 1024)) * (transaction ? 2 : 1)

const utf8 = new TextEncoder()
const bytesOf = (text: string) => utf8.encode(text).length

/** The size of a value in bytes as DynamoDB counts it, with 3 bytes per container and 1 per element. */
export function sizeOf(value: unknown): number {
  if (value === null || typeof value === 'boolean') return 1
  if (typeof value === 'string') return bytesOf(value)
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).replace(/^0\.|\./, '').length / 2) + 1
  if (value instanceof Uint8Array) return value.length
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + 1 + sizeOf(element), 3)
  if (typeof value === 'object') return 3 + mapSize(value, 1)
  return 0
}

/** The size of a whole item, which is a map without the 3 bytes of a container. */
export const itemSize = (item: object): number => mapSize(item, 0)

const mapSize = (map: object, perEntry: number): number =>
  Object.entries(map).reduce((sum, [name, value]) => sum + bytesOf(name) + sizeOf(value) + perEntry, 0)
