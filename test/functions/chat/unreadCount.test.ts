import { expect, it } from 'vitest'
import { counts } from '#functions/table/me.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'

const COUNT = 'GET /rest-api/chat/unread-count'

it('the unread count is 0 for users without a counter, or with one without chat', async () => {
  const userId = crypto.randomUUID()
  expect((await call(COUNT, { as: userId })).body).toEqual({ unreadCount: 0 })
  await write(stamp, counts.create({ userId, unreadMessages: 3 }))
  expect((await call(COUNT, { as: userId })).body).toEqual({ unreadCount: 0 })
})

it('the unread count is the user’s own', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await write(stamp, counts.create({ userId: one, unreadMessages: 0, unreadChat: 7 }))
  expect((await call(COUNT, { as: one })).body).toEqual({ unreadCount: 7 })
  expect((await call(COUNT, { as: other })).body).toEqual({ unreadCount: 0 })
})
