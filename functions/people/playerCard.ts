/** A player as the contract has them. Apart from `events/cards.ts`, so that functions that show players alone load nothing of events. */
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
