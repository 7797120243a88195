import { afterEach, expect, it, vi } from 'vitest'
import { copyObject } from '#functions/media/bucket.ts'

afterEach(() => void vi.unstubAllGlobals())

it('a copy that S3 reports as failed with status 200 is retried, and throws busy if it keeps failing', async () => {
  const failed = () => new Response('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>')
  const answers = [
    failed(),
    new Response('<?xml version="1.0"?>\n<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>'),
  ]
  const fetched = vi.fn(async () => answers.shift() ?? failed())
  vi.stubGlobal('fetch', fetched)
  expect(await copyObject('files/from', 'files/to')).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(2)
  await expect(copyObject('files/from', 'files/to')).rejects.toMatchObject({ code: 'busy' })
  expect(fetched).toHaveBeenCalledTimes(5)
})
