import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aChattingClub, listFor } from './chatting.ts'

const CREATE = 'POST /rest-api/chat/create/dm'
const READ = 'GET /rest-api/chat/conversations/{conversationSid}'

it('a group created again with the same id is the first one unchanged, and the response says if they differ', async () => {
  const club = await aChattingClub()
  const [parent, peter, lea] = ['parent', 'parent2', 'leos'].map(club.user) as [string, string, string]
  const groupId = 'group-of-mine'
  const create = (asked: object) =>
    call(CREATE, { as: parent, body: { organizationId: club.organizationId, userIds: [], ...asked } })
  const first = await create({ userIds: [peter, lea], groupId })
  for (const corrected of [
    { userIds: [peter, lea, club.user('trainer')] },
    { userIds: [peter, lea], friendlyName: 'Drivers' },
    { userIds: [lea] },
  ])
    expect((await create({ ...corrected, groupId })).body).toEqual({ ...first.body, before: true })
  expect((await create({ userIds: [lea, peter], groupId })).body).toEqual(first.body)
  const ofTheirs = (await listFor(parent)).filter(({ type }) => type !== 'team')
  expect(ofTheirs.map(({ conversationSid }) => conversationSid)).toEqual([first.body.conversationSid])
  const { people } = (await call(READ, { as: parent, conversationSid: first.body.conversationSid })).body
  expect(new Set(people.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(['Lea', 'Paula', 'Peter']))
})
