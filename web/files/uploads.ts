import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { ApiProblem } from '../api/problem.ts'
import { type AskParts, putParts } from './uploadParts.ts'

/**
 * Files on their way to where they are kept. They go on when the screen that began them is left, and each can be followed,
 * cancelled and tried again from anywhere. `fetch` does not tell how much of a file has been sent, so this is
 * XMLHttpRequest.
 */
export type Upload = {
  id: string
  name: string
  /** Bytes. */
  size: number
  sent: number
  state: 'sending' | 'done' | 'failed' | 'cancelled'
  /** Why it has failed, where the server has said so. */
  problem?: ApiProblem | undefined
  cancel: () => void
  /** Sends it anew, once it has failed or was cancelled; not what was refused for what it is. */
  retry: (() => void) | undefined
}

/**
 * Where a file goes: an address that was signed for it, asked for at each try since it is good for a few minutes only. A
 * large one goes in parts, as `body`.
 */
type Address = { url: string; headers?: Readonly<Record<string, string>> }
export type Place = Address | { parts: AskParts; body: Blob }
type Wanted = {
  file: File
  /** What it belongs to, so that a screen finds its own: a folder's or an event's id. */
  about: string
  /** Undefined when it lies there already, as its sender knows from a try before: nothing is sent then. */
  placeOf: (file: File) => Promise<Place | undefined>
  /** What is done once it is there, as telling the server so; when that fails the upload has failed. */
  whenThere?: (file: File) => Promise<unknown>
}

type Entry = Upload & { about: string }
let uploads: readonly Entry[] = []
const [subscribe, emit] = createEmitter()
function set(next: readonly Entry[]): void {
  const busy = next.some(({ state }) => state === 'sending')
  // Whoever closes the page is asked while something would be lost by it.
  if (busy) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  uploads = next
  emit()
}
const ask = (event: Event) => event.preventDefault()
const change = (id: string, changed: Partial<Entry>): void =>
  set(uploads.map((each) => (each.id === id ? { ...each, ...changed } : each)))

/** Begins to send a file; gives its id. */
export function upload(wanted: Wanted): string {
  const { file, about } = wanted
  const id = crypto.randomUUID()
  const entry = { id, about, name: file.name, size: file.size, sent: 0, state: 'sending' } as const
  set([...uploads, { ...entry, cancel: () => undefined, retry: () => undefined }])
  void run(id, wanted)
  return id
}

/** By these a file is refused for what it is: the same again is refused again. */
const refusals: ReadonlySet<string> = new Set(['wrong_file', 'too_large', 'bad_request', 'unreadable'])

/**
 * So many are sent at once, and the others wait their turn: more make no line quicker, and forty that are put into one folder
 * in the same second stand in each other's way there.
 */
const atOnce = 3
let going = 0
let waiting: (() => void)[] = []

function turn(signal: AbortSignal): Promise<void> {
  if (going < atOnce) {
    going++
    return Promise.resolve()
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  signal.addEventListener('abort', () => {
    waiting = waiting.filter((each) => each !== resolve)
    reject(new Error('Cancelled'))
  })
  return promise
}
function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else going--
}

async function run(id: string, wanted: Wanted): Promise<void> {
  const stop = new AbortController()
  change(id, {
    sent: 0,
    state: 'sending',
    problem: undefined,
    cancel: () => stop.abort(),
    retry: () => {
      const { state } = uploads.find((each) => each.id === id) ?? {}
      if (state === 'failed' || state === 'cancelled') void run(id, wanted)
    },
  })
  const { signal } = stop
  try {
    await turn(signal)
    await send(id, wanted, signal).finally(leave)
    change(id, { sent: wanted.file.size, state: 'done' })
  } catch (error) {
    if (stop.signal.aborted) change(id, { state: 'cancelled' })
    else {
      const problem = error instanceof ApiProblem ? error : await whyUnreadable(wanted.file)
      change(id, { state: 'failed', problem, ...(problem && refusals.has(problem.code) && { retry: undefined }) })
    }
  }
}

/** What only a device can refuse, in its own sentence: `web/problems` has it in other languages. */
export const refusedByDevice = {
  unreadable: 'This device no longer gives us the file: it was moved, changed or deleted. Please choose it again.',
}

/** What is wrong with a file that its device does not give any more: it was moved or changed, or lies on a drive that is gone. */
const whyUnreadable = (file: Blob): Promise<ApiProblem | undefined> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => new ApiProblem('unreadable', 0, refusedByDevice.unreadable),
    )

async function send(id: string, { file, placeOf, whenThere }: Wanted, signal: AbortSignal): Promise<void> {
  const place = await placeOf(file)
  const onProgress = (sent: number) => change(id, { sent })
  if (place && 'parts' in place)
    await putParts(place.parts, place.body, {
      signal,
      onProgress,
      put: (to, part, tell) => put(to, part, signal, tell),
    })
  else if (place) await put(place, file, signal, onProgress)
  await whenThere?.(file)
}

function put(place: Address, file: Blob, signal: AbortSignal, onProgress: (sent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('Cancelled'))
    const request = new XMLHttpRequest()
    request.open('PUT', place.url)
    for (const [name, value] of Object.entries(place.headers ?? {})) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new Error(`Answered ${request.status}`)),
    )
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => reject(new Error(end)))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** Takes those off the list that are at their end: done, failed or cancelled. */
export const clearUploads = (about: string): void =>
  set(uploads.filter((each) => each.about !== about || each.state === 'sending'))

/** Takes one that failed off the list: it is not wanted any more. */
export const dropUpload = (id: string): void =>
  set(uploads.filter((each) => each.id !== id || each.state === 'sending'))

/** The uploads to a place, in the order in which they were begun. */
export function useUploads(about: string): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return all.filter((each) => each.about === about)
}
