import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import { beginLarge, endLarge } from '#web/files/largeFile.ts'
import { standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'

const server = standInServer()
const BEGIN = 'POST /rest-api/files/{orgId}/parts'
const PARTS = 'GET /rest-api/files/{fileId}/parts'
const noneYet = { partSize: 5, come: [], next: [] }
const file = new File(['12345'], 'season.pdf')
const begin = () => beginLarge(file, { orgId: organizationId, type: 'application/pdf', name: file.name })

it('continues a started upload of a file until it is complete', async () => {
  server.answers({ [BEGIN]: { fileId: 'file-1' }, [PARTS]: noneYet })
  expect([(await begin()).fileId, (await begin()).fileId]).toEqual(['file-1', 'file-1'])
  expect(server.asked(BEGIN)).toHaveLength(1)
  endLarge(file, organizationId)
  await begin()
  expect(server.asked(BEGIN)).toHaveLength(2)
  endLarge(file, organizationId)
})

it('continues after a gateway error, and starts again when the server does not know the upload', async () => {
  server.answers({ [BEGIN]: { fileId: 'file-1' }, [PARTS]: noneYet })
  await begin()
  const throttled = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response('{"message":"No"}', { status: 429 }))
  await expect(begin()).rejects.toThrow(problems.busy[1])
  throttled.mockRestore()
  expect(server.asked(BEGIN)).toHaveLength(1)
  server.answers({
    [PARTS]: () => {
      throw new Problem('not_found')
    },
  })
  await begin()
  expect(server.asked(BEGIN)).toHaveLength(2)
  endLarge(file, organizationId)
})

it.each([
  ['is full', ['setItem']],
  ['is unavailable', ['getItem', 'setItem', 'removeItem']],
] as const)('sends a file from a device whose storage %s', async (_what, refused) => {
  for (const does of refused) {
    const asEver = Storage.prototype[does] as (this: Storage, ...given: string[]) => never
    vi.spyOn(Storage.prototype, does).mockImplementation(function (this: Storage, ...given: string[]) {
      // The session is still readable.
      if (given[0]?.startsWith('touchline.upload.')) throw new DOMException('No.', 'SecurityError')
      return asEver.apply(this, given)
    })
  }
  server.answers({ [BEGIN]: { fileId: 'file-2' }, [PARTS]: noneYet })
  const { fileId, body } = await begin()
  expect([fileId, body]).toEqual(['file-2', file])
  // A retry on the same page continues the upload.
  await begin()
  expect(server.asked(BEGIN)).toHaveLength(1)
  endLarge(file, organizationId)
})
