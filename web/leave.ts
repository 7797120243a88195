/** Goes to another address from outside React. The shell puts the router's own way in; until then the page is loaded. */
let go: (to: string) => void = (to) => location.assign(to)

export const leave = (to: string): void => go(to)
export const setLeave = (way: (to: string) => void): void => {
  go = way
}
