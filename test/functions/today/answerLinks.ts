import { randomUUID } from 'node:crypto'
import type { Invite } from '#functions/table/inviteRows.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { answerToken } from '#functions/events/answerLink.ts'
import { call } from '../call.ts'
import { write } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'

/** The token of a link in a mail about Mia's game; by default, one of her parents says Yes. Each token is different. */
export const linkFor = (club: Club, changes: Partial<Parameters<typeof answerToken>[0]> = {}): Promise<string> =>
  answerToken({
    inviteId: club.invite(club.mia),
    userId: club.user('parent'),
    wanted: 'Accepted',
    upon: 'unanswered',
    made: '2026-11-20T12:00:00Z',
    ends: club.game.start,
    ...changes,
  })

export const openLink = (token: string, now?: string) =>
  call('POST /rest-api/today/one-tap/read', { as: undefined, body: { token }, ...(now && { now }) })
export const answerByLink = (token: string, now?: string) =>
  call('POST /rest-api/today/one-tap/answer', { as: undefined, body: { token }, ...(now && { now }) })
/** Answers in the app. */
export const answerInApp = (
  club: Club,
  status: Invite['status'],
  as = 'parent2',
  answerId = randomUUID().slice(0, 8),
) =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user(as),
    inviteFile: `${club.invite(club.mia)}.json`,
    query: { status, answerId },
  })
/** Mia's invite as stored in the table. */
export const stored = (club: Club) => invites.get({ inviteId: club.invite(club.mia) }, { consistent: true })

/** Removes Mia from one of her parents, in the table and in the parent's rights. */
export const leaveFamily = ({ user, mia }: Club, name: string) =>
  write(stamp, ...families.leave({ userId: user(name), playerId: mia.playerId, relation: 'own' }))
