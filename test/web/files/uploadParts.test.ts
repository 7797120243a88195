import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/problem.ts'
import { withoutMetadata } from '#web/files/largeFile.ts'
import { type RequestParts, putParts } from '#web/files/uploadParts.ts'

/** A mock server that accepts a file of 25 bytes in parts of ten, and signs two parts at a time. */
function server() {
  const come = new Map<number, string>()
  const ask: RequestParts = async () => ({
    partSize: 10,
    come: [...come.keys()],
    next: [1, 2, 3]
      .filter((number) => !come.has(number))
      .slice(0, 2)
      .map((number) => ({ number, url: `/files/x?partNumber=${number}` })),
  })
  const put = vi.fn(async ({ url }: { url: string }, part: Blob, onProgress: (sent: number) => void) => {
    onProgress(part.size)
    come.set(Number(url.at(-1)), await part.text())
  })
  return { ask, put, come }
}
const file = new File(['0123456789abcdefghijklmno'], 'Game.mp4')
const { signal } = new AbortController()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a file is uploaded in parts, each once, with progress', async () => {
  const { ask, put, come } = server()
  const told: number[] = []
  await putParts(ask, file, { signal, putPart: put, onProgress: (sent) => told.push(sent) })
  expect([...come].toSorted(([one], [other]) => one - other)).toEqual([
    [1, '0123456789'],
    [2, 'abcdefghij'],
    [3, 'klmno'],
  ])
  expect(put).toHaveBeenCalledTimes(3)
  expect(told.at(-1)).toBe(25)
  expect(told.toSorted((a, b) => a - b)).toEqual(told)
})

test('after a lost connection only the interrupted parts are sent again', async () => {
  const { ask, put, come } = server()
  put.mockRejectedValueOnce(new Error('error'))
  const silent = vi.fn(ask).mockRejectedValueOnce(new ApiProblem('offline', 0, 'No answer'))
  const sending = putParts(silent, file, { signal, putPart: put, onProgress: () => undefined })
  await vi.advanceTimersByTimeAsync(0)
  expect(silent).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  await sending
  expect([...come.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(put).toHaveBeenCalledTimes(4)
})

/** Where the connection is lost: before, during or after a part, or while requesting the next ones. */
const cuts = fc.array(fc.constantFrom('asking', 'before', 'within', 'after', undefined), { maxLength: 10 })
test('wherever the connection is lost, the file is complete in the end, and no stored part is sent again', async () => {
  await fc.assert(
    fc.asyncProperty(cuts, async (lost) => {
      const { ask, put, come } = server()
      const waiting = [...lost]
      const cut = () => waiting.shift()
      const sentAgain: string[] = []
      const sending = putParts(async () => (cut() === 'asking' ? Promise.reject(new TypeError('lost')) : ask()), file, {
        signal,
        onProgress: () => undefined,
        putPart: async (place, part, tell) => {
          if (come.has(Number(place.url.at(-1)))) sentAgain.push(place.url)
          const at = cut()
          if (at === 'before') throw new Error('lost')
          if (at === 'within') tell(part.size / 2)
          if (at === 'within') throw new Error('lost')
          await put(place, part, tell)
          if (at === 'after') throw new Error('its answer is lost')
        },
      })
      await vi.advanceTimersByTimeAsync(600_000)
      await sending
      const whole = [...come].toSorted(([one], [other]) => one - other).map(([, text]) => text)
      expect([whole.join(''), sentAgain]).toEqual([await file.text(), []])
    }),
    { numRuns: 100, seed: 17 },
  )
})

test('requests that fail at the gateway are retried', async () => {
  const { ask, put, come } = server()
  const slow = vi
    .fn(ask)
    .mockRejectedValueOnce(new ApiProblem('internal', 408, 'Too slow'))
    .mockRejectedValueOnce(new ApiProblem('busy', 429, 'Too much'))
  const sending = putParts(slow, file, { signal, putPart: put, onProgress: () => undefined })
  await vi.advanceTimersByTimeAsync(10_000)
  await sending
  expect(come.size).toBe(3)
})

test('a rejected upload is not retried, and a canceled one ends', async () => {
  const { put } = server()
  const gone = vi.fn<RequestParts>().mockRejectedValue(new ApiProblem('file_missing', 412, 'Gone'))
  await expect(putParts(gone, file, { signal, putPart: put, onProgress: () => undefined })).rejects.toThrow('Gone')
  expect(gone).toHaveBeenCalledTimes(1)
  const stop = new AbortController()
  const never = vi.fn<RequestParts>().mockRejectedValue(new ApiProblem('offline', 0, 'No answer'))
  const sending = putParts(never, file, { signal: stop.signal, putPart: put, onProgress: () => undefined })
  await vi.advanceTimersByTimeAsync(0)
  expect(never).toHaveBeenCalledTimes(1)
  stop.abort()
  await expect(sending).rejects.toThrow()
  expect(put).not.toHaveBeenCalled()
})

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const box = (name: string, ...content: number[]) => [0, 0, 0, content.length + 8, ...letters(name), ...content]

test('location metadata of a film is blanked without changing its length', async () => {
  const head = box('ftyp', ...letters('isom'))
  const film = box('mdat', 1, 2, 3)
  const notes = box('udta', ...letters('+41.87'))
  const made = new File([new Uint8Array([...head, ...film, ...box('moov', ...box('mvhd', 9), ...notes)])], 'Game.mp4')
  const sent = await withoutMetadata(made)
  const blank = box('free', 0, 0, 0, 0, 0, 0)
  expect([...new Uint8Array(await sent!.arrayBuffer())]).toEqual([
    ...head,
    ...film,
    ...box('moov', ...box('mvhd', 9), ...blank),
  ])
  expect(await withoutMetadata(new File(['<html>'], 'Game.mp4'))).toBeUndefined()
})
