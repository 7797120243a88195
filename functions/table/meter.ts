import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The DynamoDB cost of one request: units by AWS's rules, calls, and sequential round trips (concurrent calls are one trip).
 * Computed from item sizes, since DynamoDB Local reports other figures than AWS bills.
 */
export type Meter = { readUnits: number; writeUnits: number; calls: number; trips: number }

type Request = { meter: Meter; inFlight: number; sizes: Map<string, number>; own: Map<string, unknown> }
const running = new AsyncLocalStorage<Request>()

/** Runs `work` with a meter of its own. Concurrent requests are counted separately. */
export async function metered<T>(work: (meter: Meter) => Promise<T>): Promise<T> {
  const meter: Meter = { readUnits: 0, writeUnits: 0, calls: 0, trips: 0 }
  return running.run({ meter, inFlight: 0, sizes: new Map(), own: new Map() }, () => work(meter))
}

/** Counts one call: a new trip begins if no other call is in flight. */
export async function counted<T>(call: () => Promise<T>, cost: (answer: T) => Partial<Meter>): Promise<T> {
  const request = running.getStore()
  if (!request) return call()
  const { meter } = request
  meter.calls++
  if (request.inFlight++ === 0) meter.trips++
  try {
    const answer = await call()
    const { readUnits = 0, writeUnits = 0 } = cost(answer)
    meter.readUnits += readUnits
    meter.writeUnits += writeUnits
    return answer
  } finally {
    request.inFlight--
  }
}

/** A value of the current request, created on first use; undefined outside of requests. */
export function ofRequest<T>(name: string, make: () => T): T | undefined {
  const own = running.getStore()?.own
  if (own && !own.has(name)) own.set(name, make())
  return own?.get(name) as T | undefined
}

/** What the request has stored in the media bucket, where each object is scanned for malware at a price. */
export const putByRequest = () => ofRequest('put', () => ({ objects: 0, bytes: 0 }))

/** Counts an object of that size as stored in the bucket. */
export function notePut(bytes: number): void {
  const put = putByRequest()
  if (!put) return
  put.objects++
  put.bytes += bytes
}

/** Remembers the size of an item that the request has read, by its key as text. */
export function remember(key: string, bytes: number): void {
  running.getStore()?.sizes.set(key, bytes)
}

/** The size of an item that the request has read; 0 if it has not. */
export const sizeRemembered = (key: string): number => running.getStore()?.sizes.get(key) ?? 0

/** Units for reading that many bytes: one per 4 KB and at least one; half of that for eventually consistent reads. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5)

/** Units for writing an item of that size: one per 1 KB, double in a transaction. */
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
