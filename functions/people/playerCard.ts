/** What the contract calls a player. Apart from the cards of events, which not everybody who shows a player needs. */
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
