import type { Kind } from '#functions/table/map.ts'

/** What a key of these names the club in, and stays all the same. */
export const left: Partial<Record<Kind, string>> = {
  'Payment key': 'a secret, which nothing reads but what charges: the club types it anew',
  'Saved card': 'two stages would charge it: families save theirs anew',
  Feed: 'an address of this stage; its owner makes another',
  'Feed document': 'what that gives out',
  Removal: 'who has taken something away, for the workers of this stage',
}
