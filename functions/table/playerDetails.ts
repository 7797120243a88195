import { entity } from './entity.ts'
import { playerPartition } from './players.ts'

/** `private`: visible to the club and to the home of `enteredBy`, but not to the player's other home. */
export type Contact = {
  name: string
  relation: string
  email: string
  phone: string
  private?: boolean
  enteredBy?: string
}
/** Details that lists do not need, and that only few people see: emergency contacts and medical information. */
export type PlayerDetails = {
  contacts?: Contact[]
  medical?: string
  /** Answers to the club's own questions, by the question's id. */
  fields?: Record<string, string>
}

export const playerDetails = entity<PlayerDetails, { playerId: string }>('Player details', {
  key: (id) => ({ pk: playerPartition(id), sk: 'DETAILS' }),
})
