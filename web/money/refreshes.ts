/** Reads that show fees, refreshed after one has changed. */
export const refreshes = [
  'GET /rest-api/fee/search/{orgUnitId}',
  'GET /rest-api/fee/totals/{orgUnitId}',
  'GET /rest-api/fee/details/{feePlayerId}',
  'GET /rest-api/fee/my-fees',
] as const
