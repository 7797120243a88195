// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'

const post = openPost()
const ERASURE = 'POST /rest-api/privacy/erasure'

it('a requested erasure is mailed to the account’s owner, unless it was canceled before', async () => {
  const club = await aClubWithPost()
  const as = club.user('parent')
  const told = () => post.mails.filter(({ to }) => to === emailOf(club, 'parent'))
  await call(ERASURE, { as, now: '2026-11-21T18:00:00.000Z' })
  await post.deliver()
  expect(told().map(({ subject }) => subject)).toEqual([
    'Your account will be deleted on November 28, 2026, 12:00 PM, Central Standard Time',
  ])
  expect(told()[0]?.text).toMatch(/keep the account: http.*\/my-data/)
  await call('DELETE /rest-api/privacy/erasure', { as, now: '2026-11-21T19:00:00.000Z' })
  await call(ERASURE, { as, now: '2026-11-21T20:00:00.000Z' })
  await call('DELETE /rest-api/privacy/erasure', { as, now: '2026-11-21T20:01:00.000Z' })
  await post.deliver()
  expect(told()).toHaveLength(1)
})

it.each([
  ['the default time zone', 'America/Chicago', 'November 28, 2026, 9:30 PM, Central Standard Time'],
  ['the time zone the user has chosen', 'Pacific/Auckland', 'November 29, 2026, 4:30 PM, New Zealand Daylight Time'],
])('the mail about an erasure states its time in %s', async (_how, timezone, when) => {
  const club = await aClubWithPost()
  const userId = club.user('parent')
  if (timezone !== 'America/Chicago') await write(stamp, noticeChoices.create({ userId, timezone }))
  await call(ERASURE, { as: userId, now: '2026-11-22T03:30:00.000Z' })
  await post.deliver()
  const subjects = post.mails.filter(({ to }) => to === emailOf(club, 'parent')).map(({ subject }) => subject)
  expect(subjects).toEqual([`Your account will be deleted on ${when}`])
})
