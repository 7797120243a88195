import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { messages, placeOf } from '#functions/table/messages.ts'
import { runMetered } from '#functions/table/meter.ts'
import { placeIn, storageItems } from '#functions/table/storageItems.ts'
import { chunks } from '#functions/table/chunks.ts'
import { all, startingWith, update, write } from '#functions/table/table.ts'
import { newPart, stamp } from '../club.ts'

const organizationId = newPart('o')
const conversationSid = `${organizationId}.${newPart('t')}.${newPart('c')}`
const [userId, other] = [randomUUID(), randomUUID()]
const said = (seq: number, text = 'Can somebody take Mia home after the match?') => ({
  ...{ conversationSid, messageSid: randomUUID(), seq, place: placeOf(seq), userId, text },
  sentAt: stamp.at,
})
const by = (actor: string) => ({ ...stamp, actor })

it('a folder of 200 items is read by one query, for four read units', async () => {
  const parentId = `${organizationId}.${newPart('s')}`
  const item = (i: number) => ({
    storageItemId: `${organizationId}.${newPart('s')}`,
    ...{ parentId, place: placeIn(organizationId, parentId), type: 'FILE' as const, amount: 48_123_456 },
    ...(i % 2 === 0
      ? { name: `Passing in triangles ${i}.docx`, media: docx }
      : { name: `VID_2026${1000 + i}.mp4`, media: 'video/mp4', state: 'pictured' as const }),
    ...{ fileName: `${i} as it was called on the phone of its coach`, description: 'Ten minutes, in threes.' },
    ...{ addedBy: userId, addedAt: stamp.at },
  })
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const items = Array.from({ length: 200 }, (_, i) => item(i))
  for (const some of chunks(items, 100)) await write(stamp, ...some.map((each) => storageItems.create(each)))
  const { meter, found } = await runMetered(async (meter) => ({
    meter,
    found: await storageItems.inList(items[0]!.place),
  }))
  expect(meter).toMatchObject({ readUnits: 4, calls: 1 })
  const ids = new Set(items.map(({ storageItemId }) => storageItemId))
  expect(new Set(found.map(({ storageItemId }) => storageItemId))).toEqual(ids)
  expect(new Set(found.map(({ media }) => media))).toEqual(new Set([docx, 'video/mp4']))
  const [first] = items
  expect(await storageItems.get({ storageItemId: first!.storageItemId })).toMatchObject(first!)
})

it('a page of 50 messages is read for two read units', async () => {
  await write(by(userId), ...Array.from({ length: 50 }, (_, i) => messages.createOnce(said(i + 1))))
  const { meter, rows } = await runMetered(async (meter) => ({
    meter,
    rows: await messages.before({ conversationSid }, { from: 1, to: 50, limit: 50 }),
  }))
  expect([meter.readUnits, rows.length, rows[0]?.seq, rows[49]?.seq]).toEqual([2, 50, 50, 1])
})

it('attributes that are part of a message’s keys are not stored again, and restored when it is read', async () => {
  const row = said(1001)
  const { conversationSid: room, messageSid } = row
  await write(by(userId), messages.createOnce(row))
  const range = { pk: messages.key(row).pk, ...startingWith(messages.key(row).sk), consistent: true }
  const [kept] = await all<object>(range)
  for (const name of ['conversationSid', 'messageSid', 'place', 'createdBy']) expect(kept).not.toHaveProperty(name)
  const id = { conversationSid: room, messageSid }
  const changed = await update(by(other), messages.change(id, { set: { [`reaction:${other}`]: 'heart' } as never }))
  const [many] = await messages.getMany([id])
  const [between] = await messages.between({ conversationSid: room }, 1001, 1001)
  for (const read of [changed, many, between, await messages.get(id, { consistent: true })])
    expect(read).toMatchObject(row)
  // That tells who wrote it: repeating it succeeds for that user only.
  expect(await write(by(userId), messages.createOnce(row))).toBe('repeated')
  await expect(write(by(other), messages.createOnce({ ...row, userId: other }, 'already_there'))).rejects.toMatchObject(
    {
      code: 'already_there',
    },
  )
})
