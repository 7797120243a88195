import type { today } from '#shared/api/today.ts'
import { playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Invite, invites } from '../table/invites.ts'
import { families } from '../table/players.ts'
import { type AnswerLink, answerIdOf, linkOf } from './answerLink.ts'

/** What a link in an availability mail would answer, and what stands now. Changes nothing, whoever follows the link. */
export async function readByLink({ body: { token }, now }: CallOf<typeof today, 'POST /rest-api/today/one-tap/read'>) {
  const link = await linkOf(token)
  return shown(link, token, await inviteOf(link, now))
}

/**
 * Answers by a link: once, and only upon the answer that stood when the mail was written. Its own answer, sent again, is
 * told again, for the first reply may have been lost on its way. Once something else has been answered since, the link is
 * `link_used`; when something else was answered before it, `answered_meanwhile`.
 */
export async function answerByLink({
  body: { token },
  now,
}: CallOf<typeof today, 'POST /rest-api/today/one-tap/answer'>) {
  const link = await linkOf(token)
  const answerId = answerIdOf(token)
  const { inviteId, userId, wanted, upon } = link
  const invite = await inviteOf(link, now)
  if (stateOf(invite, link, answerId) === 'used' && invite.answerId !== answerId) throw new Problem('link_used')
  const answered = await invites.answer(
    { actor: userId, at: now },
    { inviteId, status: wanted, answerId, upon, byLink: true },
  )
  return shown(link, token, answered)
}

/** The invite that a link is about. A link is good until the event starts, for who is still the player's own family. */
async function inviteOf({ inviteId, userId, ends }: AnswerLink, now: string): Promise<Invite> {
  if (now >= ends) throw new Problem('link_expired')
  const [member, invite] = await Promise.all([
    families.get({ userId, playerId: playerOf(inviteId) }, { consistent: true }),
    invites.get({ inviteId }, { consistent: true }),
  ])
  if (member?.relation !== 'own') throw new Problem('not_allowed')
  if (!invite) throw new Problem('invite_removed')
  // It may have been moved to an earlier day since the mail was written.
  if (now >= new Date(invite.start).toISOString()) throw new Problem('link_expired')
  return invite
}

function stateOf(invite: Invite, { upon }: AnswerLink, answerId: string): 'open' | 'used' | 'answered' {
  if (invite.answerId === upon) return 'open'
  return invite.usedLink === answerId ? 'used' : 'answered'
}

function shown(link: AnswerLink, token: string, invite: Invite) {
  const { name, start, end, timezone, teamName: team, firstName, status } = invite
  return {
    event: { name, start, end, timezone, team },
    player: { firstName },
    wanted: link.wanted,
    status,
    state: stateOf(invite, link, answerIdOf(token)),
  }
}
