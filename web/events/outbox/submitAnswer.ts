import { ApiProblem, callApi } from '../../api.ts'
import type { OwnInvite } from '../eventTypes.ts'
import type { OutboxEntry } from './entry.ts'

/**
 * Sends an answer conditional on the previous one. If another answer stands, tries the user's own earlier ones, latest first,
 * since one of them may have arrived without a response. So the last tap wins over the user's own earlier taps, but never over
 * another person's.
 */
export async function submitAnswer(entry: OutboxEntry): Promise<OwnInvite> {
  const { item, status, note, answerId, upon } = entry
  const conditions = upon === undefined ? [undefined] : [upon, ...entry.earlier.toReversed()]
  for (const [index, condition] of conditions.entries()) {
    try {
      return await callApi(
        'GET /user/updateInviteStatus/{inviteFile}',
        {
          inviteFile: `${item.invite.id}.json`,
          query: {
            format: 'json',
            status,
            ...(note !== undefined && { note }),
            answerId,
            ...(condition !== undefined && { upon: condition }),
          },
        },
        { handles: entry.queued ? ['failures', 'not_allowed'] : ['failures'] },
      )
    } catch (error) {
      const isAnsweredMeanwhile = error instanceof ApiProblem && error.code === 'answered_meanwhile'
      if (!isAnsweredMeanwhile || index === conditions.length - 1) throw error
    }
  }
  throw new Error('An answer has at least one way to be sent.')
}

/** Why an answer is not sent any more; undefined if the details cannot be fetched now. */
export async function describeRefusal(
  { code, message }: ApiProblem,
  { item: { invite, event } }: OutboxEntry,
): Promise<OutboxEntry['refused']> {
  if (code !== 'answered_meanwhile') return { code, message }
  // The event may have been moved meanwhile; the response covers 60 days.
  const start = new Date(Date.parse(event.start) - 30 * 86_400_000).toISOString()
  try {
    const query = { startUtc: start, players: invite.player.id }
    const { events } = await callApi('GET /api/v1/playerEvents', { query }, { handles: ['failures'] })
    const currentInvite = events.find((each) => each.invite?.id === invite.id)?.invite
    return { code, message, ...(currentInvite && { standing: currentInvite }) }
  } catch {
    return undefined
  }
}
