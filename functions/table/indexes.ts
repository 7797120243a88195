/**
 * The table's indexes: their keys, and which attributes they project beside the keys of the table. A local index cannot be added to an
 * existing table, and the projection of a global one cannot be changed: so they are generic, and each kind of item defines its own keys on
 * them.
 *
 *   lsi1   another order within the item's partition, read consistently: a team's events by time
 *   gsi1   long lists of short items: who comes to an event. 500 of them cost 5 read units instead of 33
 *   gsi2   an item by another key than its own, with all attributes
 */
export const indexes = {
  lsi1: { pk: 'pk', sk: 'lsi1sk', projection: 'all' },
  gsi1: {
    pk: 'gsi1pk',
    sk: 'gsi1sk',
    // Not `by` and `at`: with these every write of an item would be a write of the index too.
    projection: [
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
  gsi2: { pk: 'gsi2pk', sk: 'gsi2sk', projection: 'all' },
} as const

export type IndexName = keyof typeof indexes
