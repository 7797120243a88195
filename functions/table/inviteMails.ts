import { eventOf, playerOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import type { User } from './profiles.ts'

/** Made before the mail is sent, so that there is one at most. It goes a day after the `start` of the event. */
export const inviteMails = entity<{ start: string }, User & { inviteId: string }>('Invite mail', {
  key: ({ inviteId, userId }) => ({
    pk: playerPartition({ playerId: playerOf(inviteId) }),
    sk: `MAIL#${eventOf(inviteId)}.${userId}`,
  }),
  expires: by(['start'], ({ start }) => addHours(start, 24)),
})
