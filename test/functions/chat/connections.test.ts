import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postToUsers } from '#functions/chat/connections.ts'
import { handler as liveHandler } from '#functions/chat/liveHandler.ts'
import { handler as socketHandler } from '#functions/chat/socketHandler.ts'
import { handler as ticketHandler } from '#functions/chat/ticketHandler.ts'
import { conversationMembers } from '#functions/table/conversations.ts'
import { connections } from '#functions/table/connections.ts'
import { endedSessions, sessions } from '#functions/table/sessions.ts'
import { write } from '#functions/table/table.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aChattingClub, deliveredAt, deliverPeople, sendMessage } from './chatting.ts'

const gateway = mockClient(ApiGatewayManagementApiClient)
beforeEach(() => {
  gateway.reset()
  gateway.on(PostToConnectionCommand).resolves({})
})
const gone = new GoneException({ message: 'Gone', $metadata: {} })
const told = () =>
  gateway
    .commandCalls(PostToConnectionCommand)
    .map(({ args: [{ input }] }) => [input.ConnectionId, JSON.parse(input.Data as string)] as const)
const toldLines = () =>
  told()
    .map(([line = '']) => line)
    .toSorted((a, b) => a.localeCompare(b))

const at = (now: string) => Date.parse(now)
const opened = '2026-11-21T18:00:00Z'
type Moment = { eventType: string; now?: string; body?: string; session?: string }
/** When the sessions of these tests began. */
const signedIn = String(at('2026-11-21T08:00:00Z') / 1000)
const socket = (
  userId: string | undefined,
  connectionId: string,
  { eventType, now = opened, body, session = 's1' }: Moment,
) =>
  socketHandler({
    requestContext: {
      eventType,
      connectionId,
      requestTimeEpoch: at(now),
      ...(userId !== undefined && { authorizer: { principalId: userId, session, signedIn } }),
    },
    ...(body !== undefined && { body }),
  } as never)
const open = (userId: string, connectionId: string, now = opened, session = 's1') =>
  socket(userId, connectionId, { eventType: 'CONNECT', now, session })
const linesOf = async (userId: string) =>
  Object.keys((await connections.get({ userId }, { consistent: true })) ?? {}).filter((name) =>
    name.startsWith('line:'),
  )

describe('a connection ticket', () => {
  // Other files of the same worker may have set the address of a stage.
  beforeEach(() => void vi.stubEnv('SITE_URL', undefined))
  afterEach(() => void vi.unstubAllEnvs())
  const authorize = (ticket: string | undefined, now = opened, headers: Record<string, string> = {}) =>
    ticketHandler({
      headers,
      methodArn: 'arn:aws:execute-api:us-east-1:1:api/live/$connect',
      queryStringParameters: ticket === undefined ? null : { ticket },
      requestContext: { requestTimeEpoch: at(now) },
    } as never)
  const given = async () => (await call('POST /rest-api/chat/ticket', { as: 'ann', now: opened })).body.ticket
  // A policy instead of an error: Lambda counts errors, and an alarm goes off at the first.
  const refused = { principalId: 'nobody', policyDocument: { Statement: [{ Effect: 'Deny' }] } }

  it('opens one connection, as the user it was issued to', async () => {
    const ticket = await given()
    const both = await Promise.all([authorize(ticket), authorize(ticket)])
    expect(both.filter(({ principalId }) => principalId !== 'nobody')).toMatchObject([
      {
        principalId: 'ann',
        context: { session: expect.any(String), signedIn: expect.any(Number) },
        policyDocument: {
          Statement: [{ Effect: 'Allow', Resource: 'arn:aws:execute-api:us-east-1:1:api/live/$connect' }],
        },
      },
    ])
    expect(await authorize(ticket)).toMatchObject(refused)
  })

  it('is accepted only from the site’s own origin, if that is configured', async () => {
    vi.stubEnv('SITE_URL', 'https://app.club.example')
    const ticket = await given()
    const others = ['https://app.club.example.evil.test', 'http://app.club.example', 'null', '']
    for (const Origin of others) expect(await authorize(ticket, opened, { Origin })).toMatchObject(refused)
    expect(await authorize(ticket)).toMatchObject(refused)
    // A ticket that a foreign page tried to use stays valid.
    const own = { origin: 'https://app.club.example' }
    expect(await authorize(ticket, opened, own)).toMatchObject({ principalId: 'ann' })
  })

  it('expires after a minute, and anything else is rejected', async () => {
    expect(await authorize(await given(), '2026-11-21T18:01:00Z')).toMatchObject(refused)
    expect(await authorize(await given(), '2026-11-21T18:00:59Z')).toMatchObject({ principalId: 'ann' })
    for (const odd of [undefined, '', 'x', 'A'.repeat(32), `${'A'.repeat(31)}#`])
      expect(await authorize(odd)).toMatchObject(refused)
  })
})

describe('a connection', () => {
  it('is stored while open, several per user', async () => {
    const userId = newPart('u')
    await Promise.all([open(userId, 'phone='), open(userId, 'laptop=')])
    expect(await linesOf(userId)).toEqual(expect.arrayContaining(['line:phone=', 'line:laptop=']))
    await socket(userId, 'phone=', { eventType: 'DISCONNECT' })
    await socket(userId, 'phone=', { eventType: 'DISCONNECT' })
    expect(await linesOf(userId)).toEqual(['line:laptop='])
  })

  it('is rejected without an authorizer’s principal', async () => {
    expect(await socket(undefined, 'odd=', { eventType: 'CONNECT' })).toEqual({ statusCode: 401 })
  })

  it('is told that a conversation has a new message, but not its text', async () => {
    const club = await aChattingClub()
    const [parent, leos, fan] = [club.user('parent'), club.user('leos'), club.user('fan')]
    await Promise.all([open(parent, 'p1='), open(parent, 'p2='), open(leos, 'l1='), open(fan, 'f1=')])
    await sendMessage(club.chat, parent, 'Who drives Mia?')
    expect(toldLines()).toEqual(['l1=', 'p1=', 'p2='])
    expect(told()[0]?.[1]).toEqual({ conversation: club.chat })
  })

  it('of a member removed from the team is told so once, and nothing afterwards', async () => {
    const club = await aChattingClub()
    await open(club.user('leos'), 'l1=')
    await teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
    await deliverPeople(club, 'leos')
    const key = conversationMembers.key({ conversationSid: club.chat, userId: club.user('leos') })
    await deliverTo(liveHandler, { kind: 'Conversation member', ...key }, deliveredAt)
    expect(told()).toEqual([['l1=', { conversation: club.chat }]])
    await sendMessage(club.chat, club.user('parent'), 'Who drives?')
    expect(told()).toHaveLength(1)
  })

  it('that is gone is removed when posting to it fails, without affecting others', async () => {
    const userId = newPart('u')
    await Promise.all([open(userId, 'dead='), open(userId, 'alive=')])
    gateway
      .on(PostToConnectionCommand, { ConnectionId: 'dead=' })
      .rejects(new GoneException({ message: 'Gone', $metadata: {} }))
    expect(await postToUsers({ ...stamp, at: '2026-11-21T18:00:30Z' }, [userId], { conversation: 'c' })).toBe(1)
    expect(await linesOf(userId)).toEqual(['line:alive='])
  })

  it('reported gone while it is being opened is kept', async () => {
    const userId = newPart('u')
    await open(userId, 'soon=')
    gateway.on(PostToConnectionCommand, { ConnectionId: 'soon=' }).rejectsOnce(gone).resolves({})
    const tellAt = (now: string) => postToUsers({ ...stamp, at: now }, [userId], { conversation: 'c' })
    expect(await tellAt('2026-11-21T18:00:00.020Z')).toBe(0)
    expect(await tellAt('2026-11-21T18:00:01Z')).toBe(1)
  })

  it('that is throttled is kept, without affecting others', async () => {
    const userId = newPart('u')
    await Promise.all([open(userId, 'slow='), open(userId, 'quick=')])
    const full = new LimitExceededException({ message: 'Limit exceeded', $metadata: { httpStatusCode: 429 } })
    gateway.on(PostToConnectionCommand, { ConnectionId: 'slow=' }).rejects(full)
    expect(await postToUsers({ ...stamp, at: '2026-11-21T18:10:00Z' }, [userId], { conversation: 'c' })).toBe(1)
    expect(await linesOf(userId)).toEqual(expect.arrayContaining(['line:slow=', 'line:quick=']))
  })

  it('is not used any more two hours after it was opened', async () => {
    const userId = newPart('u')
    await open(userId, 'old=', '2026-11-21T16:00:00Z')
    await open(userId, 'new=', '2026-11-21T16:00:01Z')
    await postToUsers({ ...stamp, at: opened }, [userId], { conversation: 'c' })
    expect(toldLines()).toEqual(['new='])
  })

  it('tells other members that someone is typing, if the sender is a member', async () => {
    const club = await aChattingClub()
    const [parent, leos, fan] = [club.user('parent'), club.user('leos'), club.user('fan')]
    await Promise.all([open(parent, 'p1='), open(leos, 'l1=')])
    await open(fan, 'f1=')
    const typing = (userId: string, body: string, line = userId === fan ? 'f1=' : 'p1=') =>
      socket(userId, line, { eventType: 'MESSAGE', body })
    await typing(fan, JSON.stringify({ typing: club.chat }))
    for (const odd of ['', 'null', '{}', '[]', '{"typing":1}', '{"typing":"o#"}']) await typing(parent, odd)
    expect(told()).toEqual([])
    // Not from a connection that is not stored any more.
    await typing(parent, JSON.stringify({ typing: club.chat }), 'x=')
    expect(told()).toEqual([])
    await typing(parent, JSON.stringify({ typing: club.chat }))
    expect(told()).toEqual([['l1=', { typing: club.chat, userId: parent }]])
    // The connection of a disabled account is still open.
    await write(stamp, sessions.upsert({ userId: parent }, { set: { disabled: true } }))
    await typing(parent, JSON.stringify({ typing: club.chat }))
    expect(told()).toHaveLength(1)
  })

  it('is posted to in parallel with others', async () => {
    const people = Array.from({ length: 50 }, () => newPart('u'))
    await Promise.all(people.map((userId) => open(userId, `${userId}=`)))
    let under = 0
    let most = 0
    gateway.on(PostToConnectionCommand).callsFake(async () => {
      most = Math.max(most, (under += 1))
      await new Promise((done) => setTimeout(done, 4))
      under -= 1
    })
    expect(await postToUsers({ ...stamp, at: opened }, people, { conversation: 'c' })).toBe(50)
    // 50 posts in rounds of `most`: no more than 0.35 of 50 rounds.
    expect(Math.ceil(50 / most)).toBeLessThanOrEqual(17)
  })
})

describe('the connections of a session that has ended', () => {
  const at9 = '2026-11-21T09:00:00.000Z'
  /** Three devices of a user, two of them in one session. */
  const threeOpen = async () => {
    const userId = newPart('u')
    await Promise.all([
      open(userId, 'phone='),
      open(userId, 'tab=', opened, 's2'),
      open(userId, 'window=', opened, 's2'),
    ])
    return userId
  }
  const hear = (userId: string, kind: string, key: { pk: string; sk: string }) =>
    deliverTo(liveHandler, { kind, ...key, change: 'created' }, deliveredAt)
  const posted = async (userId: string) => {
    gateway.resetHistory()
    await postToUsers({ ...stamp, at: opened }, [userId], { conversation: 'c' })
    return toldLines()
  }

  it('on one device are forgotten, and others are not', async () => {
    const userId = await threeOpen()
    const ended = { userId, sessionId: 's2' }
    await write(stamp, endedSessions.create({ ...ended, ends: '2027-11-01T00:00:00.000Z' }))
    await hear(userId, 'Ended session', endedSessions.key(ended))
    expect(await posted(userId)).toEqual(['phone='])
  })

  it.each([
    ['everywhere', { validAfter: at9 }],
    ['by disabling the account', { disabled: true }],
  ])('%s are forgotten, and none is opened with an earlier ticket', async (_how, set) => {
    const userId = await threeOpen()
    await write(stamp, sessions.upsert({ userId }, { set }))
    await hear(userId, 'Session', sessions.key({ userId }))
    expect(await posted(userId)).toEqual([])
    expect(await open(userId, 'late=')).toEqual({ statusCode: 401 })
    expect(await posted(userId)).toEqual([])
  })

  it('are kept if a change of the account ends no session', async () => {
    const userId = await threeOpen()
    await write(stamp, sessions.upsert({ userId }, { set: { validAfter: '2026-11-21T07:00:00.000Z' } }))
    await hear(userId, 'Session', sessions.key({ userId }))
    expect(await posted(userId)).toEqual(['phone=', 'tab=', 'window='])
  })
})
