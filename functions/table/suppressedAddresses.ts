import { entity } from './entity.ts'
import { normalEmail } from './emailUsers.ts'

/**
 * An address to which nothing is mailed any more: a mail to it came back for good, or its reader called one spam. It goes when
 * its owner asks for mail again.
 */
type SuppressedAddress = { email: string; because: 'bounced' | 'complained'; since: string }
export const suppressedAddresses = entity<SuppressedAddress, { email: string }>('Suppressed address', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'SUPPRESSED' }),
})
