import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { ApiProblem } from '../api/problem.ts'
import { type RequestParts, putParts } from './uploadParts.ts'

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
type UploadAddress = { url: string; headers?: Readonly<Record<string, string>> }
export type UploadTarget = UploadAddress | { parts: RequestParts; body: Blob }
type UploadRequest = {
  file: File
  /** The owner of the upload, such as a folder's or event's id, by which screens find theirs. */
  about: string
  /** Resolves to undefined if an earlier try has already uploaded the file: then nothing is sent. */
  getTarget: (file: File) => Promise<UploadTarget | undefined>
  /** Called once it is uploaded, such as to notify the server; if this fails, so does the upload. */
  onUploaded?: (file: File) => Promise<unknown>
}

type Entry = Upload & { about: string }
let uploads: readonly Entry[] = []
const [subscribe, emit] = createEmitter()
function setUploads(next: readonly Entry[]): void {
  const isSending = next.some(({ state }) => state === 'sending')
  // Warn before closing the page while an upload is in progress.
  if (isSending) window.addEventListener('beforeunload', preventUnload)
  else window.removeEventListener('beforeunload', preventUnload)
  uploads = next
  emit()
}
const preventUnload = (event: Event) => event.preventDefault()
const changeEntry = (id: string, changes: Partial<Entry>): void =>
  setUploads(uploads.map((each) => (each.id === id ? { ...each, ...changes } : each)))

/** Starts an upload and returns its id. */
export function upload(request: UploadRequest): string {
  const { file, about } = request
  const id = crypto.randomUUID()
  const entry = { id, about, file, name: file.name, size: file.size, sent: 0, state: 'sending' } as const
  setUploads([...uploads, { ...entry, cancel: () => undefined, retry: () => undefined }])
  void run(id, request)
  return id
}

/** Codes of rejections for the file itself: sending it again would fail again. */
const finalCodes: ReadonlySet<string> = new Set(['wrong_file', 'too_large', 'bad_request', 'unreadable'])

/**
 * The number of parallel uploads; the rest are queued. More would not be faster, and forty files added to one folder at the same
 * second cause conflicts there.
 */
const maxParallel = 3
let activeCount = 0
let waitingTurns: (() => void)[] = []

function waitForTurn(signal: AbortSignal): Promise<void> {
  if (activeCount < maxParallel) {
    activeCount++
    return Promise.resolve()
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waitingTurns.push(resolve)
  signal.addEventListener('abort', () => {
    waitingTurns = waitingTurns.filter((each) => each !== resolve)
    reject(new Error('Cancelled'))
  })
  return promise
}
function endTurn(): void {
  const next = waitingTurns.shift()
  if (next) next()
  else activeCount--
}

async function run(id: string, request: UploadRequest): Promise<void> {
  const controller = new AbortController()
  changeEntry(id, {
    sent: 0,
    state: 'sending',
    problem: undefined,
    cancel: () => controller.abort(),
    retry: () => {
      const { state } = uploads.find((each) => each.id === id) ?? {}
      if (state === 'failed' || state === 'cancelled') void run(id, request)
    },
  })
  const { signal } = controller
  try {
    await waitForTurn(signal)
    await send(id, request, signal).finally(endTurn)
    changeEntry(id, { sent: request.file.size, state: 'done' })
  } catch (error) {
    if (controller.signal.aborted) changeEntry(id, { state: 'cancelled' })
    else {
      const problem = error instanceof ApiProblem ? error : await whyUnreadable(request.file)
      changeEntry(id, {
        state: 'failed',
        problem,
        ...(problem && finalCodes.has(problem.code) && { retry: undefined }),
      })
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

async function send(id: string, { file, getTarget, onUploaded }: UploadRequest, signal: AbortSignal): Promise<void> {
  const target = await getTarget(file)
  const onProgress = (sent: number) => changeEntry(id, { sent })
  if (target && 'parts' in target)
    await putParts(target.parts, target.body, {
      signal,
      onProgress,
      putPart: (to, part, onPartProgress) => putFile(to, part, signal, onPartProgress),
    })
  else if (target) await putFile(target, file, signal, onProgress)
  await onUploaded?.(file)
}

function putFile(
  target: UploadAddress,
  file: Blob,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('Cancelled'))
    const request = new XMLHttpRequest()
    request.open('PUT', target.url)
    for (const [name, value] of Object.entries(target.headers ?? {})) request.setRequestHeader(name, value)
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
  setUploads(uploads.filter((each) => each.about !== about || each.state === 'sending'))

/** Removes a failed upload from the list. */
export const dropUpload = (id: string): void =>
  setUploads(uploads.filter((each) => each.id !== id || each.state === 'sending'))

/** The uploads of an owner, in the order in which they were started. */
export function useUploads(about: string): readonly Upload[] {
  const allUploads = useSyncExternalStore(subscribe, () => uploads)
  return allUploads.filter((each) => each.about === about)
}
