/**
 * A player, as the contract has them. Not in `events/cards.ts`, so that functions that only show players load nothing about
 * events.
 */
export const playerCard = ({
  playerId,
  firstName,
  lastName,
}: {
  playerId: string
  firstName: string
  lastName: string
}) => ({
  id: playerId,
  firstName,
  lastName,
})
