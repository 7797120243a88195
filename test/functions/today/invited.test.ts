// own: mail goes to a service of its own
import { beforeAll, describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { invites } from '#functions/table/invites.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { readLink } from '#functions/http/links.ts'
import { answerLink } from '#functions/events/answerLink.ts'
import type { handler as Invited } from '#functions/today/invitedHandler.ts'
import { eventOf, inviteOf, playerOf } from '#shared/ids.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { consoleOutputOf, openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { emailOf, register } from './coachRequests.ts'
import { answerByLink, answerInApp, leaveFamily, stored } from './answerLinks.ts'

const post = openPost()
let handler: typeof Invited
beforeAll(async () => {
  handler = (await import('#functions/today/invitedHandler.ts')).handler
})

/** A club in which Mia is invited to a game by mail; both her parents, her fan and her coach have an address. */
async function anInvitedClub(changes: Parameters<typeof anEvent>[1] = {}): Promise<Club> {
  const club = await aClub()
  for (const [name, firstName] of Object.entries({ parent: 'Paula', parent2: 'Peter', fan: 'Frida', coach: 'Carmen' }))
    await register(club, name, { firstName, lastName: 'Moreno' })
  const game = anEvent(club.falcons, { name: 'League game', ...changes })
  await createEvent(stamp, game, [club.mia], { mail: true })
  return { ...club, game, invite: (of) => inviteOf(game.eventId, of.playerId) }
}
const heard = (inviteId: string) => ({ pk: `PLAYER#${playerOf(inviteId)}`, sk: `INVITE#${eventOf(inviteId)}` })
/** The worker handles the invite, by default at noon, and the mails are sent. */
async function invited(inviteId: string, now = '2026-11-21T18:00:00Z') {
  await deliverTo(handler, heard(inviteId), now)
  await post.deliver({ now })
}
/** Mia's invite. */
const brought = (club: Club) => club.invite(club.mia)
const addressees = () => post.mails.map(({ to }) => to).toSorted()
const parentsOf = (club: Club) => [emailOf(club, 'parent'), emailOf(club, 'parent2')].toSorted()
/** The tokens of the links in a mail, as text and as HTML, with Yes first. */
const tokensIn = (text: string) => [...text.matchAll(/app\.club\.example\/answer#([\w.-]+)/g)].map(([, token]) => token)

describe('an invitation mail', () => {
  it('is sent once to each parent, and not to followers or coaches', async () => {
    const club = await anInvitedClub()
    expect(await stored(club)).toMatchObject({ mail: 'wanted' })
    await invited(brought(club))
    expect(addressees()).toEqual(parentsOf(club))
    expect(await stored(club)).toMatchObject({ mail: 'told', status: 'Pending' })
  })

  it('asks a parent once about siblings, and each parent only about their own children', async () => {
    const club = await aClub()
    for (const name of ['parent', 'parent2']) await register(club, name, { firstName: 'Paula', lastName: 'Moreno' })
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    const game = anEvent(club.falcons, { name: 'League game' })
    await createEvent(stamp, game, [club.mia, club.leo], { mail: true })
    const [mia, leo] = [club.mia, club.leo].map(({ playerId }) => inviteOf(game.eventId, playerId)) as [string, string]
    // Both are handled concurrently, and again.
    await Promise.all([mia, leo].map((id) => deliverTo(handler, heard(id), '2026-11-21T18:00:00Z')))
    for (const id of [mia, leo]) await invited(id)
    const subjects = new Map(post.mails.map(({ to, subject }) => [to, subject]))
    expect(post.mails).toHaveLength(2)
    expect(subjects.get(emailOf(club, 'parent'))).toMatch(/^Can (Mia and Leo|Leo and Mia) come\? League game/)
    expect(subjects.get(emailOf(club, 'parent2'))).toMatch(/^Can Mia come\? League game/)
    const found = await invites.getMany([{ inviteId: mia }, { inviteId: leo }], { consistent: true })
    expect(found.map((each) => each?.mail)).toEqual(['told', 'told'])
  })

  it('states the deadline for answers in the event’s time zone', async () => {
    const club = await anInvitedClub({ answerBy: '2026-11-21T20:00:00Z' })
    await invited(brought(club))
    expect(post.mails[0]?.text).toContain('Team: Falcons\nAnswer by: Sat 21 Nov, 2:00 PM\n')
  })

  it('labels the place in its reader’s language', async () => {
    const club = await anInvitedClub()
    await write(stamp, noticeChoices.create({ userId: club.user('parent'), language: 'es' }))
    await invited(brought(club))
    const text = post.mails.find(({ to }) => to === emailOf(club, 'parent'))?.text
    expect(text).toContain('Dónde: North Park, 12 Main Street, Springfield, Campo 3')
  })

  it('states who, when and where in the event’s time zone, with links for Yes and No', async () => {
    const club = await anInvitedClub()
    await invited(brought(club))
    const { subject, text, html } = post.mails[0]!
    expect(subject).toBe('Can Mia come? League game, Sat 21 Nov, 6:30 PM')
    expect(text).toContain(
      'Can Mia come to League game?\n\n' +
        'When: Sat 21 Nov, 6:30 PM – 8:00 PM, Central Standard Time\n' +
        'Where: North Park, 12 Main Street, Springfield, Field 3\n' +
        'Team: Falcons\n\n' +
        'Yes: https://app.club.example/answer#',
    )
    expect(text).toMatch(/\nNo: https:\/\/app\.club\.example\/answer#/)
    expect(text).toMatch(/until the event starts\. Please do not forward it\.$/m)
    expect(html).toMatch(/<a href="[^"]+" style="[^"]+">Yes<\/a>\n<a href="[^"]+" style="[^"]+">No<\/a>/)
    expect(text + html + subject).not.toContain('Moreno')
    expect(post.mails[0]?.replyTo).toBeUndefined()
  })

  it('has links that answer in the name of the parent it was sent to', async () => {
    const club = await anInvitedClub()
    await invited(brought(club))
    for (const { to, text, html } of post.mails) {
      const as = to === emailOf(club, 'parent') ? 'parent' : 'parent2'
      const [yes = '', no = ''] = tokensIn(text)
      expect(tokensIn(html)).toEqual([yes, no])
      const links = await Promise.all([yes, no].map((token) => readLink('answer', token, '2026-11-21T18:00:00Z')))
      for (const { userId, ends } of links) expect([userId, ends]).toEqual([club.user(as), '2026-11-22T00:30:00.000Z'])
      const answer = { inviteId: club.invite(club.mia), upon: 'unanswered' }
      expect(links.map(answerLink)).toEqual([
        { ...answer, wanted: 'Accepted' },
        { ...answer, wanted: 'Declined' },
      ])
    }
    const [, no = ''] = tokensIn(post.mails[0]!.text)
    expect((await answerByLink(no)).status).toBe(200)
    expect((await stored(club))?.status).toBe('Declined')
  })

  it('is not sent for an invite that does not ask by mail', async () => {
    const club = await aClub()
    await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
    await invited(brought(club))
    expect(post.mails).toEqual([])
    expect(await stored(club)).not.toHaveProperty('mail')
  })

  it('is not sent for an answered invite, nor when the answer is reset later', async () => {
    const club = await anInvitedClub()
    await answerInApp(club, 'Accepted')
    await invited(brought(club))
    await answerInApp(club, 'Pending')
    await invited(brought(club))
    expect(post.mails).toEqual([])
    expect(await stored(club)).toMatchObject({ mail: 'told' })
  })

  it('is sent for an answer reset before the mail, and its links work', async () => {
    const club = await anInvitedClub()
    await answerInApp(club, 'Accepted')
    await answerInApp(club, 'Pending')
    await invited(brought(club))
    const [yes = ''] = tokensIn(post.mails[0]?.text ?? '')
    expect((await answerByLink(yes)).status).toBe(200)
  })

  it('is not sent from the event’s start on', async () => {
    const club = await anInvitedClub()
    await invited(brought(club), '2026-11-22T00:30:00Z')
    expect(post.mails).toEqual([])
    const inTime = await anInvitedClub()
    await invited(brought(inTime), '2026-11-22T00:29:59Z')
    expect(post.mails).toHaveLength(2)
  })

  it('is not sent for a player without family, nor to a parent without a profile', async () => {
    const club = await aClub()
    const game = anEvent(club.falcons)
    await createEvent(stamp, game, [club.leo, club.mia], { mail: true })
    for (const player of [club.leo, club.mia]) {
      const inviteId = inviteOf(game.eventId, player.playerId)
      await invited(inviteId)
      expect(await invites.get({ inviteId }, { consistent: true })).toMatchObject({ mail: 'told' })
    }
    expect(post.mails).toEqual([])
  })

  it('is not sent to a parent without an address, but to the other one', async () => {
    const club = await anInvitedClub()
    await update(stamp, profiles.change({ userId: club.user('parent') }, { set: { email: '' } }))
    await invited(brought(club))
    expect(addressees()).toEqual([emailOf(club, 'parent2')])
    expect(await stored(club)).toMatchObject({ mail: 'told' })
  })

  it('is not sent to an address that now belongs to another account, as its links need no sign-in', async () => {
    const club = await anInvitedClub()
    await update(stamp, emailUsers.upsert({ email: emailOf(club, 'parent') }, { set: { userId: club.user('nobody') } }))
    await invited(brought(club))
    expect(addressees()).toEqual([emailOf(club, 'parent2')])
  })

  it('is not sent for a withdrawn invite', async () => {
    const club = await anInvitedClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    await invited(brought(club))
    expect(post.mails).toEqual([])
    expect(await stored(club)).toBeUndefined()
  })

  it('contains no links but our own, whatever the event’s texts', async () => {
    const club = await anInvitedClub({ name: '<a href="https://evil.example">Game</a>', field: 'evil.example' })
    await invited(brought(club))
    const { subject, text, html } = post.mails[0]!
    expect(subject + text + html).not.toMatch(/evil\.example|<a href="https:\/\/evil/)
  })

  it('is not sent to a parent who has left the family meanwhile', async () => {
    const club = await anInvitedClub()
    await deliverTo(handler, heard(brought(club)))
    await leaveFamily(club, 'parent')
    await post.deliver()
    expect(addressees()).toEqual([emailOf(club, 'parent2')])
  })

  it('is not sent when the invite is answered between queueing and sending', async () => {
    const club = await anInvitedClub()
    await deliverTo(handler, heard(brought(club)))
    await answerInApp(club, 'Declined')
    await post.deliver()
    expect(post.mails).toEqual([])
    expect(await post.outcomes(club.user('parent'))).toMatchObject([{ state: 'gone', why: 'nothing left to tell' }])
  })
})

describe('the worker for invitation mails', () => {
  it('sends each parent one mail when it runs repeatedly and concurrently', async () => {
    for (let round = 0; round < repetitions(5); round++) {
      post.mails = []
      const club = await anInvitedClub()
      await Promise.all([1, 2, 3].map(() => deliverTo(handler, heard(brought(club)))))
      await invited(brought(club))
      expect(addressees()).toEqual(parentsOf(club))
    }
  })

  it('retries only for the parent whose mail SES refused temporarily', async () => {
    const club = await anInvitedClub()
    post.moodFor = { [emailOf(club, 'parent')]: 'refuses' }
    await expect(invited(brought(club))).rejects.toThrow('left in the queue')
    expect(addressees()).toEqual([emailOf(club, 'parent2')])
    post.moodFor = {}
    await invited(brought(club))
    expect(addressees()).toEqual(parentsOf(club))
  })

  it('does not retry a mail that SES rejects permanently, and the other parent gets theirs', async () => {
    const club = await anInvitedClub()
    post.moodFor = { [emailOf(club, 'parent')]: 'rejects' }
    expect(await consoleOutputOf(() => invited(brought(club)))).toMatch(/^(?=[^]*MessageRejected)(?![^]*club\.example)/)
    await invited(brought(club))
    expect(addressees()).toEqual([emailOf(club, 'parent2')])
    expect(await post.outcomes(club.user('parent'))).toMatchObject([{ state: 'refused' }])
  })
})
