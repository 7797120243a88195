import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { update } from '#functions/table/table.ts'
import { usedLinks } from '#functions/table/usedLinks.ts'
import { readLink } from '#functions/http/links.ts'
import { aClub, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { answerByLink, answerInApp, linkFor, openLink, stored } from './answerLinks.ts'

const noon = '2026-11-21T18:00:00.000Z'
const secondBefore = '2026-11-22T00:29:59.000Z'

describe('a used answer link', () => {
  it('is reported as used, with the current answer', async () => {
    const club = await aClub()
    const link = await linkFor(club)
    await answerByLink(link)
    expect((await openLink(link)).body).toMatchObject({ status: 'Accepted', state: 'used' })
    await answerInApp(club, 'Declined')
    expect((await openLink(link)).body).toMatchObject({ status: 'Declined', state: 'used' })
  })

  it('returns its answer again while that is current, without a write', async () => {
    const club = await aClub()
    const link = await linkFor(club)
    await answerByLink(link)
    const before = await stored(club)
    const answers = await Promise.all(Array.from({ length: 5 }, () => answerByLink(link, secondBefore)))
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: 'Accepted', state: 'used' }])
    expect(await stored(club)).toEqual(before)
  })

  it('is rejected after a later answer, which stays', async () => {
    const club = await aClub()
    const link = await linkFor(club)
    await answerByLink(link)
    for (const status of ['Declined', 'Pending', 'Accepted'] as const) {
      await answerInApp(club, status)
      const refused = await answerByLink(link)
      expect([refused.status, refused.refusal.code]).toEqual([412, 'link_used'])
      expect((await stored(club))?.status).toBe(status)
    }
  })

  it('cannot be reopened by an answer id chosen by a caller', async () => {
    const club = await aClub()
    const [yes, no] = [await linkFor(club), await linkFor(club, { wanted: 'Declined' })]
    await answerByLink(yes)
    const standing = (await stored(club))?.answerId ?? ''
    for (const answerId of ['unanswered', standing]) {
      const { status } = await answerInApp(club, 'Pending', 'parent', answerId)
      expect([answerId, status]).toEqual([answerId, 400])
    }
    expect((await answerInApp(club, 'Pending', 'parent', 'Unanswered')).status).toBe(200)
    for (const [link, code] of [
      [yes, 'link_used'],
      [no, 'answered_meanwhile'],
    ] as const)
      expect((await answerByLink(link)).refusal.code).toBe(code)
    expect((await stored(club))?.status).toBe('Pending')
  })

  it('stays used even when the invite is back in its original state', async () => {
    const club = await aClub()
    const link = await linkFor(club)
    await answerByLink(link)
    const inviteId = club.invite(club.mia)
    await update(stamp, invites.change({ inviteId }, { set: { status: 'Pending', answerId: 'unanswered' } }))
    expect((await openLink(link)).body).toMatchObject({ status: 'Pending', state: 'used' })
    expect((await answerByLink(link)).refusal.code).toBe('link_used')
    const { nonce } = await readLink('answer', link, noon)
    expect(await usedLinks.get({ nonce }, { consistent: true })).toMatchObject({ about: inviteId })
  })

  it('leaves all other links of that invite reported as answered and rejected', async () => {
    const club = await aClub()
    await answerByLink(await linkFor(club))
    for (const other of [
      await linkFor(club),
      await linkFor(club, { wanted: 'Declined' }),
      await linkFor(club, { userId: club.user('parent2') }),
    ]) {
      expect((await openLink(other)).body).toMatchObject({ status: 'Accepted', state: 'answered' })
      const { status, refusal } = await answerByLink(other)
      expect([status, refusal.code]).toEqual([412, 'answered_meanwhile'])
    }
    expect(await stored(club)).toMatchObject({ status: 'Accepted', answeredBy: club.user('parent') })
  })
})

describe('concurrent answers by link', () => {
  it('of Yes and No: one is stored, and the other is rejected', async () => {
    for (let round = 0; round < repetitions(10); round++) {
      const club = await aClub()
      const [yes, no] = [await linkFor(club), await linkFor(club, { wanted: 'Declined' })]
      const answers = await Promise.all([yes, no, yes, no].map((token) => answerByLink(token)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 412, 412])
      const told = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.status))
      expect([(await stored(club))?.status]).toEqual([...told])
    }
  })

  it('and in the app: the app’s answer is stored', async () => {
    for (let round = 0; round < repetitions(10); round++) {
      const club = await aClub()
      const [byLink, app] = await Promise.all([answerByLink(await linkFor(club)), answerInApp(club, 'Declined')])
      expect(app.status).toBe(200)
      expect([200, 412]).toContain(byLink.status)
      // The app's answer replaces any other; the link's only counts if there is none.
      expect((await stored(club))?.status).toBe('Declined')
    }
  })

  it('would both be stored if a link did not name the answer it was made upon', async () => {
    const club = await aClub()
    const give = (status: 'Accepted' | 'Declined') => invites.answer(stamp, { inviteId: club.invite(club.mia), status })
    const both = await Promise.all([give('Accepted'), give('Declined')])
    expect(both.map(({ invite }) => invite.status)).toEqual(['Accepted', 'Declined'])
  })
})
