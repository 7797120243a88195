// apart: mail goes to a service of its own
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClubWithPost, arrive, ask, listOf, openPost, type Post, toldDuring } from './asking.ts'

const DONE = 'DELETE /rest-api/today/requests/{requestId}'

let post: Post
beforeAll(async () => {
  post = await openPost()
})
beforeEach(() => {
  post.mails = []
  post.mood = 'takes'
})
afterAll(() => post.close())

describe('a mail that cannot be sent', () => {
  it('leaves the request on the list, and is sent at the next call', async () => {
    const club = await aClubWithPost()
    await ask(club)
    post.mood = 'refuses'
    await expect(arrive(club)).rejects.toThrow('left in the queue')
    await expect(arrive(club)).rejects.toThrow('left in the queue')
    expect(await listOf(club.user('coach'))).toHaveLength(1)
    post.mood = 'takes'
    await arrive(club, { times: 3 })
    expect(await listOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toHaveLength(1)
  })

  it('does not put back what the coach has dealt with meanwhile', async () => {
    const club = await aClubWithPost()
    await ask(club)
    post.mood = 'refuses'
    await expect(arrive(club)).rejects.toThrow()
    const [row] = await listOf(club.user('coach'))
    expect((await call(DONE, { as: club.user('coach'), requestId: row?.requestId ?? '' })).status).toBe(200)
    post.mood = 'takes'
    await arrive(club)
    expect(await listOf(club.user('coach'))).toEqual([])
  })

  it('is not sent twice when SES may have taken it and only its answer was lost', async () => {
    const club = await aClubWithPost()
    await ask(club)
    post.mood = 'hangs up'
    await expect(arrive(club)).rejects.toThrow()
    post.mood = 'takes'
    await arrive(club)
    await setTimeout(20)
    expect(post.mails).toHaveLength(1)
    expect(await listOf(club.user('coach'))).toHaveLength(1)
  })

  it('to this coach ever is not tried again, and leaves the request on the list', async () => {
    const club = await aClubWithPost()
    await ask(club)
    post.mood = 'rejects'
    expect(await toldDuring(() => arrive(club))).toMatch(/^(?=[^]*MessageRejected)(?![^]*club\.example)/)
    post.mood = 'takes'
    await arrive(club)
    expect(await listOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toEqual([])
  })

  it('while SES has stopped the whole stage is sent when it goes on, and no address is told meanwhile', async () => {
    const club = await aClubWithPost()
    await ask(club)
    post.mood = 'is suspended'
    let failure: unknown
    const told = await toldDuring(() => arrive(club).catch((error: unknown) => (failure = error)))
    expect(inspect(failure) + told).toMatch(/^(?=[^]*AccountSuspendedException)(?![^]*club\.example)/)
    post.mood = 'takes'
    await arrive(club)
    expect(post.mails).toHaveLength(1)
  })

  it('is not missed on a stage that has no address to send from', async () => {
    const { MAIL_FROM = '' } = process.env
    process.env.MAIL_FROM = ''
    const club = await aClubWithPost()
    await ask(club)
    await arrive(club).finally(() => {
      process.env.MAIL_FROM = MAIL_FROM
    })
    expect(await listOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toEqual([])
  })
})
