/** How long a snapshot is shown, and the frame’s own requests wait, while responses are pending, in milliseconds. */
const maxWait = 3000

/** Resolves once all early requests of the page have completed, or take too long. */
export const earlySettled: Promise<unknown> = Promise.race([
  Promise.all((window.touchlineEarly ?? []).map(({ settled }) => settled)),
  new Promise((resolve) => setTimeout(resolve, maxWait)),
])
