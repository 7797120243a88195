import { entity } from './entity.ts'
import { normalEmail } from './emailUsers.ts'

/**
 * An address that gets no mail any more, because a mail bounced permanently or was reported as spam. Removed when its owner asks
 * for mail again.
 */
type SuppressedAddress = { email: string; because: 'bounced' | 'complained'; since: string }
const rows = entity<SuppressedAddress, { email: string }>('Suppressed address', {
  key: ({ email }) => ({ pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`, sk: 'SUPPRESSED' }),
})
export const suppressedAddresses = {
  ...rows,
  /** Those of these addresses that are suppressed. */
  findSuppressed: async (emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const distinctEmails = [...new Set(emails.filter(Boolean))]
    const found = await rows.getMany(distinctEmails.map((email) => ({ email })))
    return new Set(distinctEmails.filter((_, i) => found[i] !== undefined))
  },
}
