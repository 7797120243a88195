import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problems } from '#shared/sentences.ts'
import { ApiProblem } from '#web/api/problem.ts'
import { beginLarge } from '#web/files/largeFile.ts'
import { saveFile } from '#web/kit/saveFile.ts'
import { clearUploads, upload, useUploads } from '#web/files/uploads.ts'

/** A fake XMLHttpRequest controlled by the test. */
const requests: ReturnType<typeof fakeRequest>[] = []
function fakeRequest() {
  const target = new EventTarget()
  const fake = Object.assign(target, {
    status: 0,
    upload: new EventTarget(),
    open: vi.fn(),
    setRequestHeader: vi.fn(),
    send: vi.fn(),
    abort: () => target.dispatchEvent(new Event('abort')),
    sends: (loaded: number) => fake.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })),
    ends: (status: number) => {
      fake.status = status
      target.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    },
  })
  return fake
}
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    const request = fakeRequest()
    requests.push(request)
    return request
  })
})
afterEach(() => {
  clearUploads('folder')
  requests.length = 0
  vi.unstubAllGlobals()
})

const file = new File(['12345'], 'plan.pdf')
const placeOf = async () => ({ url: 'https://bucket.test/x', headers: { 'content-type': 'application/pdf' } })
const follow = () => renderHook(() => useUploads('folder'))
const begin = async (whenThere?: () => Promise<unknown>) => {
  await act(
    async () => void upload({ file, about: 'folder', getTarget: placeOf, ...(whenThere && { onUploaded: whenThere }) }),
  )
  return requests.at(-1)
}

test('a file is uploaded with progress', async () => {
  const whenThere = vi.fn(async () => undefined)
  const { result } = follow()
  const request = await begin(whenThere)
  expect(request?.open).toHaveBeenCalledWith('PUT', 'https://bucket.test/x')
  expect(request?.setRequestHeader).toHaveBeenCalledWith('content-type', 'application/pdf')
  expect(request?.send).toHaveBeenCalledWith(file)
  act(() => void request?.sends(3))
  expect(result.current).toMatchObject([{ name: 'plan.pdf', size: 5, sent: 3, state: 'sending' }])
  await act(async () => request?.ends(200))
  expect(result.current).toMatchObject([{ sent: 5, state: 'done' }])
  expect(whenThere).toHaveBeenCalledExactlyOnceWith(file)
})

test('an upload continues when its component unmounts, and is found by the next one', async () => {
  const first = follow()
  const request = await begin()
  first.unmount()
  act(() => void request?.sends(4))
  expect(follow().result.current).toMatchObject([{ sent: 4, state: 'sending' }])
  await act(async () => request?.ends(200))
})

test.each([0, 403, 500])('an upload with status %i has failed and can be retried', async (status) => {
  const { result } = follow()
  const request = await begin()
  await act(async () => request?.ends(status))
  expect(result.current).toMatchObject([{ state: 'failed' }])
  await act(async () => result.current[0]?.retry?.())
  expect(result.current).toMatchObject([{ state: 'sending', sent: 0 }])
  await act(async () => requests[1]?.ends(200))
  expect(result.current).toMatchObject([{ state: 'done' }])
})

test('an upload rejected for its content cannot be retried, one rejected temporarily can', async () => {
  const { result } = follow()
  const refusedAs = async (problem: Error) => {
    const request = await begin(() => Promise.reject(problem))
    await act(async () => request?.ends(200))
    return result.current.at(-1)
  }
  for (const code of ['wrong_file', 'too_large'] as const)
    expect(await refusedAs(new ApiProblem(code, 400, 'No.'))).toMatchObject({ state: 'failed', retry: undefined })
  const full = await refusedAs(new ApiProblem('storage_full', 412, 'Full.'))
  expect([full?.state, full?.retry]).toEqual(['failed', expect.any(Function)])
})

test('a file that is no longer readable is reported, and cannot be retried', async () => {
  const gone = new File(['12345'], 'plan.pdf')
  const refused = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
  vi.spyOn(gone, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: refused }))
  const { result } = follow()
  await act(async () => void upload({ file: gone, about: 'folder', getTarget: placeOf }))
  await act(async () => requests.at(-1)?.ends(0))
  const code = 'unreadable'
  expect(result.current).toMatchObject([{ state: 'failed', problem: { code }, retry: undefined }])
})

test('an invalid film is rejected before the upload', async () => {
  const film = new File([new Uint8Array(64)], 'game.mp4', { type: 'video/mp4' })
  const begun = beginLarge(film, { orgId: 'o1', type: 'video/mp4', name: film.name })
  await expect(begun).rejects.toMatchObject({ code: 'wrong_file', message: problems.wrong_file[1] })
})

test('an upload can be canceled and restarted', async () => {
  const { result } = follow()
  await begin()
  await act(async () => result.current[0]?.cancel())
  expect(result.current).toMatchObject([{ state: 'cancelled' }])
  await act(async () => result.current[0]?.retry?.())
  expect(requests).toHaveLength(2)
  await act(async () => requests[1]?.ends(200))
})

test('three uploads run concurrently, others wait and can be canceled', async () => {
  const { result } = follow()
  for (let i = 0; i < 5; i++) await begin()
  expect(requests).toHaveLength(3)
  await act(async () => result.current[3]?.cancel())
  await act(async () => requests[0]?.ends(500))
  expect(requests).toHaveLength(4)
  for (const request of requests.slice(1)) await act(async () => request.ends(200))
  expect(result.current.map(({ state }) => state)).toEqual(['failed', 'done', 'done', 'cancelled', 'done'])
  await act(async () => result.current[3]?.retry?.())
  await act(async () => requests[4]?.ends(200))
  expect(result.current[3]?.state).toBe('done')
})

test('closing the page asks only during an upload', async () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(closing()).toBe(false)
  const request = await begin()
  expect(closing()).toBe(true)
  await act(async () => request?.ends(200))
  expect(closing()).toBe(false)
})

test('a file is downloaded under its name', () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  saveFile(file)
  saveFile(new Blob(['x']), 'roster.csv')
  expect(saved).toEqual(['plan.pdf', 'roster.csv'])
})
