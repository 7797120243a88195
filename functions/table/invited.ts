import { normalEmail } from './emailUsers.ts'
import { type Range, startingWith } from './table.ts'

/** Where whoever was invited to anything is found by their address: to run a club, to a family, or to register. */
export const invitedPartition = (email: string): string => `INVITED#${normalEmail(email)}`
/** All of these, wherever they are, or those of one club; a moment behind. Of each only what the shorter index holds. */
export const invitedTo = (email: string, organizationId = 'o'): Range => ({
  index: 'gsi1',
  pk: invitedPartition(email),
  ...startingWith(organizationId),
})
