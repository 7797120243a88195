import { normalEmail } from './emailUsers.ts'
import { type Range, startingWith } from './table.ts'

/** The partition of the index that finds all invitations to an address: to administer, to a family, or to register. */
export const invitationPartition = (email: string): string => `INVITED#${normalEmail(email)}`
/** All invitations to an address, or those of one club; eventually consistent, with only the attributes in the index. */
export const invitationsTo = (email: string, organizationId = 'o'): Range => ({
  index: 'gsi1',
  pk: invitationPartition(email),
  ...startingWith(organizationId),
})
