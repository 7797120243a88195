/** An amount in cents of which parts are taken in turn: `take` gives as much of what is asked for as remains. */
export function allowance(cents: number) {
  let remaining = cents
  return {
    take: (asked: number): number => {
      const taken = Math.min(asked, remaining)
      remaining -= taken
      return taken
    },
    remaining: (): number => remaining,
  }
}
