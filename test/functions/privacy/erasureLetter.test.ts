// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/asking.ts'

const post = openPost()
const ERASURE = 'POST /rest-api/privacy/erasure'

it('whose account is to be erased is told by mail while it can be taken back, and of none that is taken back', async () => {
  const club = await aClubWithPost()
  const as = club.user('parent')
  const told = () => post.mails.filter(({ to }) => to === emailOf(club, 'parent'))
  await call(ERASURE, { as, now: '2026-11-21T18:00:00.000Z' })
  await post.deliver()
  expect(told().map(({ subject }) => subject)).toEqual(['Your account will be erased on November 28, 2026'])
  expect(told()[0]?.text).toMatch(/keep the account: http.*\/my-data/)
  await call('DELETE /rest-api/privacy/erasure', { as, now: '2026-11-21T19:00:00.000Z' })
  await call(ERASURE, { as, now: '2026-11-21T20:00:00.000Z' })
  await call('DELETE /rest-api/privacy/erasure', { as, now: '2026-11-21T20:01:00.000Z' })
  await post.deliver()
  expect(told()).toHaveLength(1)
})
