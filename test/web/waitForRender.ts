import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler'

/**
 * Resolves when React has no render work left. Concurrent renders take several turns of the event loop, so an earlier query
 * could find half a page.
 */
export const waitForRender = () =>
  new Promise<void>((resolve) => void unstable_scheduleCallback(unstable_IdlePriority, () => resolve()))
