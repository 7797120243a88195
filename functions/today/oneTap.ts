import type { today } from '#shared/api/today.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import type { Link } from '../http/links.ts'
import type { CallOf } from '../serve.ts'
import { isDeleted, isVisible } from '../table/events.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { write } from '../table/table.ts'
import { type UsedLink, usedLinks } from '../table/usedLinks.ts'
import { answerLink } from '../events/answerLink.ts'

/** What a link in an invite mail would answer, and the current answer. Changes nothing, since mail scanners follow links too. */
export async function readByLink({ link, now }: CallOf<typeof today, 'POST /rest-api/today/one-tap/read'>) {
  const [current, usedLink] = await Promise.all([inviteOf(link, now), usedLinks.get(link, { consistent: true })])
  return linkCard(current, link, usedLink)
}

/**
 * Answers by a link, on the condition that the answer is still the one from when the mail was written. Idempotent. Throws `link_used` if
 * another answer was given after the link was used, and `answered_meanwhile` if one was given before.
 */
export async function answerByLink({ link, stamp, now }: CallOf<typeof today, 'POST /rest-api/today/one-tap/answer'>) {
  const { about, nonce, ends } = link
  const { inviteId, wanted, upon } = answerLink(link)
  const invite = await inviteOf(link, now)
  if (invite.answerBy !== undefined && invite.answerBy < now) throw new Problem('answer_late')
  const newAnswerId = invites.newAnswerId()
  try {
    await write(
      stamp,
      usedLinks.create({ nonce, about, did: newAnswerId, ends }, 'link_used'),
      invites.answerByLink(stamp, { inviteId, status: wanted, replaces: upon, answerId: newAnswerId }),
    )
  } catch (error) {
    if (!isProblem(error, 'link_used', 'answered_meanwhile')) throw error
    const [current, usedLink] = await Promise.all([inviteOf(link, now), usedLinks.get(link, { consistent: true })])
    if (usedLink?.did !== current.answerId) throw error
    return linkCard(current, link, usedLink)
  }
  return linkCard({ ...invite, status: wanted, answerId: newAnswerId }, link, { did: newAnswerId })
}

/** The invite that a link is about. A link is valid until the event starts. */
async function inviteOf(link: Link, now: string): Promise<Invite> {
  const { inviteId } = answerLink(link)
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (!invite || isDeleted(invite)) throw new Problem('invite_removed')
  if (!isVisible(invite)) throw new Problem('event_archived')
  if (invite.cancelled) throw new Problem('event_cancelled')
  // It may have been moved to an earlier day since the mail was sent.
  if (now >= new Date(invite.start).toISOString()) throw new Problem('link_expired')
  return invite
}

function linkCard(invite: Invite, link: Link, usedLink: Pick<UsedLink, 'did'> | undefined) {
  const { name, start, end, timezone, teamName: team, firstName, status, answerId } = invite
  const { wanted, upon } = answerLink(link)
  const state = usedLink ? ('used' as const) : answerId === upon ? ('open' as const) : ('answered' as const)
  return { event: { name, start, end, timezone, team }, player: { firstName }, wanted, status, state }
}
