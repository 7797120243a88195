import { inviteOf, playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { mailFrom, sendMail, wasRefused } from '../mail/send.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { inviteMails } from '../table/inviteMails.ts'
import { type Invite, invites } from '../table/invites.ts'
import { families } from '../table/players.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { update, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { inviteLetter } from './inviteLetter.ts'

/**
 * Hears of each invite whose family is to be asked by mail: sends each parent one mail with a link for Yes and one for No.
 * It may hear twice, and hears again after a failure: a row for each parent, made before the mail, sees to it that nobody
 * gets two. Not asked is who has answered, and about what has begun.
 */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const from = mailFrom()
  if (!from) return 'no mail here'
  const inviteId = inviteOf(sk.slice('INVITE#'.length), pk.slice('PLAYER#'.length))
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (invite?.mail !== 'wanted') return 'nothing to do'
  const stamp = { actor: 'today-invited', at: now }
  if (invite.status === 'Pending' && new Date(invite.start).toISOString() > now) await askFamily(stamp, invite, from)
  await done(stamp, invite)
  return 'asked'
})

/** Asks every parent, also when one of the mails cannot be sent; throws then, so that the stream calls again for it. */
async function askFamily(stamp: Stamp, invite: Invite, from: string): Promise<void> {
  const family = await families.of({ playerId: playerOf(invite.inviteId) })
  const parents = family.filter(({ relation }) => relation === 'own')
  const asked = await Promise.allSettled(parents.map(({ userId }) => ask(stamp, invite, userId, from)))
  const failed = asked.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * The row first, then the mail: rather none than two, since Touchline asks on Today anyway. A mail that SES refused for
 * now is nobody's, so its row goes, and the next call tries again.
 */
async function ask(stamp: Stamp, invite: Invite, userId: string, from: string): Promise<void> {
  const { inviteId } = invite
  const parent = await profiles.get({ userId })
  if (!parent?.email || !(await isTheirs(parent)) || !(await isOurs(stamp, invite, userId))) return
  try {
    await sendMail({ ...(await inviteLetter(invite, userId, stamp.at)), to: parent.email }, from)
  } catch (error) {
    if (wasRefused(error)) await write(stamp, inviteMails.remove({ inviteId, userId }))
    throw error
  }
}

/** Its links answer without signing in: an address that somebody else has by now is not mailed. */
const isTheirs = async ({ email, userId }: Profile) => (await emailUsers.get({ email }))?.userId === userId

/** True when this mail is ours to send; false when another call has sent it, or is sending it. */
async function isOurs(stamp: Stamp, { inviteId, start }: Invite, userId: string): Promise<boolean> {
  try {
    await write(stamp, inviteMails.create({ inviteId, userId, start }))
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}

/** Whoever was to be asked has been. An invite that the coach took back meanwhile is not made again. */
async function done(stamp: Stamp, { inviteId }: Invite): Promise<void> {
  try {
    await update(stamp, invites.change({ inviteId }, { set: { mail: 'sent' }, when: [['mail', '=', 'wanted']] }))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}
