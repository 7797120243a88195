import type { Kind } from '#functions/table/map.ts'

/** Kinds of items that are not exported although their key contains the club's id, each with the reason. */
export const excludedKinds: Partial<Record<Kind, string>> = {
  'Payment key': 'a secret, which nothing reads but what charges: the club types it anew',
  'Saved card': 'two stages would charge it: families save theirs anew',
  'Access token': 'a secret of this stage; its owner makes another',
  Webhook: 'an address that knows this stage by a secret; the club names it anew',
  'Webhook secret': 'that secret',
  'Webhook delivery': 'what was sent there',
  'Club change': 'what programs of this stage are told',
  'Seen change': 'what programs of this stage were told',
  'Change count': 'how much that is',
  Feed: 'an address of this stage; its owner makes another',
  'Feed document': 'what that gives out',
  Removal: 'who has taken something away, for the workers of this stage',
}

/**
 * Attributes that are removed from exported items because they describe items that are left: how many webhooks there
 * are, and since when changes are recorded.
 */
export const excludedAttributes: Partial<Record<Kind, readonly string[]>> = {
  'Developer settings': ['changes', 'changesSince', 'webhooks'],
}
