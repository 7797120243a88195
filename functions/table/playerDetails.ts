import { entity } from './entity.ts'
import { playerPartition } from './players.ts'

/** `private`: for the club and the home of who entered it (`enteredBy`), and not for the player’s other home. */
export type Contact = {
  name: string
  relation: string
  email: string
  phone: string
  private?: boolean
  enteredBy?: string
}
/** What is not needed to list a player, and is told to few: whom to call, and what to know about their health. */
export type PlayerDetails = {
  contacts?: Contact[]
  medical?: string
  /** What the club asks of its players beside, by the id of the question. */
  fields?: Record<string, string>
}

export const playerDetails = entity<PlayerDetails, { playerId: string }>('Player details', {
  key: (id) => ({ pk: playerPartition(id), sk: 'DETAILS' }),
})
