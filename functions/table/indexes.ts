/**
 * The table's indexes: their keys, and what an item holds there beside the keys of the table. Local indexes cannot be
 * added to a table that is there, and what a global one holds cannot be changed: so their names say nothing of a kind, and
 * each kind of item says for itself what it puts on them.
 *
 *   lsi1   another order within an item's own partition, read consistently: a team's events by time
 *   gsi1   long lists of short items: who comes to an event. 500 of them cost 5 read units instead of 33
 *   gsi2   an item found by something else than its address, whole
 */
export const indexes = {
  lsi1: { pk: 'pk', sk: 'lsi1sk', holds: 'all' },
  gsi1: {
    pk: 'gsi1pk',
    sk: 'gsi1sk',
    // Not who wrote an item last, nor when: each write of an item would then be one of the index too.
    holds: [
      'kind',
      'status',
      'note',
      'firstName',
      'lastName',
      'answeredAt',
      'name',
      'number',
      'position',
      'amount',
      'paid',
      'waived',
      'dueOn',
      'state',
      'playerId',
      'userId',
      'type',
      'media',
      'hyperLink',
      'tags',
    ],
  },
  gsi2: { pk: 'gsi2pk', sk: 'gsi2sk', holds: 'all' },
} as const

export type IndexName = keyof typeof indexes
