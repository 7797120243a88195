/**
 * The table's indexes: their keys, and which attributes they contain besides the table's keys. Local indexes cannot be added to
 * an existing table, and the projection of a global index cannot be changed. So their names are generic, and each kind of item
 * defines what it puts on them.
 *
 *   lsi1   another order within an item's own partition, read consistently: a team's events by time
 *   gsi1   long lists of short items: who comes to an event. 500 of them cost 5 read units instead of 33
 *   gsi2   finds a whole item by something other than its key
 */
export const indexes = {
  lsi1: { pk: 'pk', sk: 'lsi1sk', holds: 'all' },
  gsi1: {
    pk: 'gsi1pk',
    sk: 'gsi1sk',
    // Excludes who wrote an item last, and when: otherwise each write of an item would also write the index.
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
