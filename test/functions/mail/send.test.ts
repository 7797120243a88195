// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { handler as sends } from '#functions/mail/sendHandler.ts'
import { outbox } from '#functions/table/outbox.ts'
import { update, write } from '#functions/table/table.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { atEveryAwait } from '../everyAwait.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'
import { consoleOutputOf, openPost } from './post.ts'

const post = openPost()
beforeEach(async () => {
  await post.deliver().catch(() => {})
  Object.assign(post, { mails: [], requestCount: 0 })
})

/** A mail to a parent about Mia's game in the outbox. */
async function aMail(): Promise<Club> {
  const club = await aClub()
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  const about = { inviteId: club.invite(club.mia) }
  await write(stamp, outbox.add(stamp, { letter: 'invite', to: { userId: club.user('parent') }, about }))
  return club
}
const becameOf = async (club: Club) => (await post.outcomes(club.user('parent')))[0]

describe('a mail in the outbox', () => {
  it('is sent, and its outcome is stored for two months', async () => {
    const club = await aMail()
    expect(await becameOf(club)).toMatchObject({ state: 'wanted', ttl: Date.parse('2026-12-31T12:00:00Z') / 1000 })
    await post.deliver()
    expect(await becameOf(club)).toMatchObject({
      state: 'sent',
      messageId: 'message-1',
      email: emailOf(club, 'parent'),
      subject: 'Can Mia come? Practice, Sat 21 Nov, 6:30 PM',
    })
    expect(post.mails).toMatchObject([{ to: emailOf(club, 'parent'), from: 'Touchline <no-reply@touchline.test>' }])
  })

  it('is sent once, however often and concurrently it is processed', async () => {
    await aMail()
    // A worker that finds the mail already being sent leaves the message in the queue, until it is known to be sent.
    await post.deliver({ sideBySide: 5 }).catch(() => {})
    await post.deliver()
    await post.deliver({ times: 3 })
    expect(post.mails).toHaveLength(1)
    expect(post.requestCount).toBe(1)
  })

  it('is retried at once when throttled, and later by the queue', async () => {
    const club = await aMail()
    post.mood = 'refuses'
    setTimeout(() => (post.mood = 'takes'), 100)
    await post.deliver()
    expect(await becameOf(club)).toMatchObject({ state: 'sent' })
    const later = await aMail()
    post.mood = 'refuses'
    await expect(post.deliver()).rejects.toThrow('left in the queue')
    expect(await becameOf(later)).toMatchObject({ state: 'wanted' })
    post.mood = 'takes'
    await post.deliver()
    expect(await becameOf(later)).toMatchObject({ state: 'sent' })
    expect(post.mails).toHaveLength(2)
  })

  it('rejected by SES permanently is not retried, and logged without its address', async () => {
    const club = await aMail()
    post.mood = 'rejects'
    expect(await consoleOutputOf(() => post.deliver())).toMatch(
      /^(?=[^]*MessageRejected, request)(?![^]*club\.example)/,
    )
    expect(await becameOf(club)).toMatchObject({ state: 'refused', why: expect.stringContaining('MessageRejected') })
    post.mood = 'takes'
    await post.deliver()
    expect(post.mails).toEqual([])
  })

  it('waits while sending is paused for the account, and is logged without its address', async () => {
    const club = await aMail()
    post.mood = 'is paused'
    const told = await consoleOutputOf(() => post.deliver().catch(() => {}))
    expect(told).toMatch(/^(?=[^]*AccountSendingPausedException)(?![^]*club\.example)/)
    post.mood = 'takes'
    await post.deliver()
    expect(await becameOf(club)).toMatchObject({ state: 'sent' })
  })

  it('is not sent again when only SES’s response may have been lost', async () => {
    const club = await aMail()
    post.mood = 'hangs up'
    await expect(post.deliver()).rejects.toThrow('left in the queue')
    post.mood = 'takes'
    await expect(post.deliver()).rejects.toThrow('left in the queue')
    expect(post.mails).toHaveLength(1)
    const mail = await becameOf(club)
    expect(mail).toMatchObject({ state: 'sending', email: emailOf(club, 'parent') })
    await update(stamp, outbox.change({ mailId: mail?.mailId ?? '' }, { set: { state: 'sent' } }))
    await post.deliver()
    expect(post.mails).toHaveLength(1)
  })

  it('is sent at most once wherever the sender is interrupted, and marked when its outcome is unknown', async () => {
    const club = await aMail()
    await post.deliver()
    const about = { inviteId: club.invite(club.mia) }
    const wanted = { letter: 'invite', to: { userId: club.user('parent') }, about, urgent: true } as const
    const wentOut: number[] = []
    await killedAtEvery(async (dies) => {
      post.mails = []
      await write(stamp, outbox.add(stamp, wanted))
      await dies(() => post.deliver())
      await post.deliver().catch(() => {})
      wentOut.push(post.mails.length)
      // The outcome could not be recorded, whether it was sent or not: an operator checks.
      const unknown = (await post.outcomes(club.user('parent'))).filter(({ state }) => state === 'sending')
      expect([post.mails.length, unknown.length]).toBeOneOf([
        [0, 1],
        [1, 1],
        [1, 0],
      ])
      for (const { mailId } of unknown) await update(stamp, outbox.change({ mailId }, { set: { state: 'sent' } }))
      await post.deliver()
    })
    // The mail is marked as being sent, handed over, marked as sent, and counted for its club; then the work is done.
    expect(wentOut).toEqual([0, 1, 1, 1, 1])
  })

  it('is sent at most once whatever happens to the sender’s calls, also concurrently', async () => {
    const { changes } = await atEveryAwait(async () => {
      const club = await aMail()
      post.mails = []
      const mailId = (await becameOf(club))?.mailId ?? ''
      const send = () => deliverTo(sends, outbox.key({ mailId }))
      return {
        work: send,
        // A mail in doubt stays in the queue until it is moved to the dead-letter queue.
        retryWork: () => send().catch(() => {}),
        async check() {
          const state = (await becameOf(club))?.state
          expect([state, post.mails.length]).toBeOneOf([
            ['sent', 1],
            ['sending', 0],
            ['sending', 1],
          ])
          await update(stamp, outbox.change({ mailId }, { set: { state: 'sent' } }))
        },
      }
    })
    expect(changes).toBe(4)
  })

  it('does not delay other mails when it is refused', async () => {
    const poison = await aMail()
    const other = await aMail()
    post.moodFor = { [emailOf(poison, 'parent')]: 'is paused' }
    await post.deliver().catch(() => {})
    post.moodFor = {}
    expect(await becameOf(other)).toMatchObject({ state: 'sent' })
    expect(await becameOf(poison)).toMatchObject({ state: 'wanted' })
  })

  it('is discarded on a stage without a sender address', async () => {
    const { MAIL_FROM = '' } = process.env
    process.env.MAIL_FROM = ''
    const club = await aMail()
    await post.deliver().finally(() => {
      process.env.MAIL_FROM = MAIL_FROM
    })
    expect(post.mails).toEqual([])
    expect(await becameOf(club)).toMatchObject({ state: 'gone', why: 'this stage sends no mail' })
  })
})
