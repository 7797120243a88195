import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { ApiProblem } from '../api/problem.ts'
import { type AskParts, putParts } from './uploadParts.ts'

/**
 * Uploads in progress. They continue when their screen is left, and can be followed, cancelled and retried from anywhere. Uses
 * XMLHttpRequest, since `fetch` reports no upload progress.
 */
export type Upload = {
  id: string
  file: File
  name: string
  /** In bytes. */
  size: number
  sent: number
  state: 'sending' | 'done' | 'failed' | 'cancelled'
  /** Why it failed, if the server said so. */
  problem?: ApiProblem | undefined
  cancel: () => void
  /** Sends it again after a failure or cancellation; undefined if the file itself was rejected. */
  retry: (() => void) | undefined
}

/**
 * Where to upload a file: a signed URL, requested for each try since it is valid for a few minutes only. Large files go in parts,
 * as `body`.
 */
type Address = { url: string; headers?: Readonly<Record<string, string>> }
export type Place = Address | { parts: AskParts; body: Blob }
type Wanted = {
  file: File
  /** The owner of the upload, such as a folder's or event's id, by which screens find theirs. */
  about: string
  /** Resolves to undefined if an earlier try has already uploaded the file: then nothing is sent. */
  placeOf: (file: File) => Promise<Place | undefined>
  /** Called once it is uploaded, such as to notify the server; if this fails, so does the upload. */
  whenThere?: (file: File) => Promise<unknown>
}

type Entry = Upload & { about: string }
let uploads: readonly Entry[] = []
const [subscribe, emit] = createEmitter()
function set(next: readonly Entry[]): void {
  const busy = next.some(({ state }) => state === 'sending')
  // Warn before closing the page while an upload is in progress.
  if (busy) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  uploads = next
  emit()
}
const ask = (event: Event) => event.preventDefault()
const change = (id: string, changed: Partial<Entry>): void =>
  set(uploads.map((each) => (each.id === id ? { ...each, ...changed } : each)))

/** Starts an upload and returns its id. */
export function upload(wanted: Wanted): string {
  const { file, about } = wanted
  const id = crypto.randomUUID()
  const entry = { id, about, file, name: file.name, size: file.size, sent: 0, state: 'sending' } as const
  set([...uploads, { ...entry, cancel: () => undefined, retry: () => undefined }])
  void run(id, wanted)
  return id
}

/** Codes of rejections for the file itself: sending it again would fail again. */
const refusals: ReadonlySet<string> = new Set(['wrong_file', 'too_large', 'bad_request', 'unreadable'])

/**
 * The number of parallel uploads; the rest are queued. More would not be faster, and forty files added to one folder at the same
 * second cause conflicts there.
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

/** Problems found on the device, with their English sentence; `web/problems` has the translations. */
export const refusedByDevice = {
  unreadable: 'This device no longer gives us the file: it was moved, changed or deleted. Please choose it again.',
}

/**
 * The problem of a file that the device can no longer read, since it was moved or changed, or its drive is gone; undefined if it
 * is readable.
 */
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

/** Removes finished uploads from the list: done, failed or cancelled. */
export const clearUploads = (about: string): void =>
  set(uploads.filter((each) => each.about !== about || each.state === 'sending'))

/** Removes a failed upload from the list. */
export const dropUpload = (id: string): void =>
  set(uploads.filter((each) => each.id !== id || each.state === 'sending'))

/** The uploads of an owner, in the order in which they were started. */
export function useUploads(about: string): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return all.filter((each) => each.about === about)
}
